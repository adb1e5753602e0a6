/// How often, and after which pauses, a request is sent again: pauses that double, of which chance takes a part.
///
/// What a server asks for in `Retry-After` (RFC 9110 section 10.2.3) goes before them.
public struct RetryPolicy: Hashable, Sendable {
    /// The largest number of attempts, the first one included, at least 1.
    public let attempts: Int

    /// How long all attempts and pauses together may take.
    public let totalTime: Duration

    /// The longest pause after the first attempt; it doubles with each further one.
    public let firstPause: Duration

    /// The longest pause at all, but for those that the server asks for.
    public let longestPause: Duration

    /// How many repetitions there may be in a row over all requests while nothing succeeds, 0 or more.
    public let budget: Int

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - attempts: The largest number of attempts; 3 unless said otherwise, and never fewer than 1.
    ///   - totalTime: How long all attempts and pauses together may take; 30 seconds unless said otherwise. Where it is
    ///     not positive, there is next to no time for the first attempt, and no other.
    ///   - firstPause: The longest pause after the first attempt; a quarter of a second unless said otherwise. Where it
    ///     is not positive, there are no pauses but those that the server asks for.
    ///   - longestPause: The longest pause at all, but for those that the server asks for; 20 seconds unless said
    ///     otherwise. Where it is not positive, there are only those.
    ///   - budget: How many repetitions there may be in a row over all requests while nothing succeeds; 10 unless said
    ///     otherwise, and none where it is not positive. Ten successes earn one repetition.
    public init(
        attempts: Int = 3,
        totalTime: Duration = .seconds(30),
        firstPause: Duration = .milliseconds(250),
        longestPause: Duration = .seconds(20),
        budget: Int = 10
    ) {
        self.attempts = max(1, attempts)
        self.totalTime = totalTime
        self.firstPause = firstPause
        self.longestPause = longestPause
        // Its tenths are counted.
        self.budget = min(max(0, budget), .max / 10)
    }

    /// The pause after an attempt: a random part of a limit that doubles each time, so that clients which failed
    /// together do not come back together.
    ///
    /// - Parameters:
    ///   - attempt: Which attempt has failed; the first one is 1, and less counts as 1.
    ///   - fraction: A random number from 0 up to 1; what is outside counts as the nearer of the two.
    /// - Returns: The pause.
    public func pause(after attempt: Int, fraction: Double) -> Duration {
        // Beyond thirty doublings the longest pause has long been reached.
        let limit = min(longestPause, firstPause * (1 << min(max(attempt - 1, 0), 30)))
        return limit * min(max(fraction, 0), 1)
    }
}
