/// How a request is to be treated on this side; none of it is sent.
public struct Handling: Hashable, Sendable {
    /// What the request is for, in a word that may stand in a log, such as `sign-in`.
    public var purpose: String

    /// Under which circumstances it may be sent again.
    public var repetition: Repetition

    /// How long it may take, and no longer than the transport's own limit; nil where only that counts.
    public var timeLimit: Duration?

    /// Creates a treatment.
    ///
    /// - Parameters:
    ///   - purpose: What the request is for, in a word that may stand in a log.
    ///   - repetition: Under which circumstances it may be sent again.
    ///   - timeLimit: How long it may take, and no longer than the transport's own limit; nil where only that counts,
    ///     and next to no time where it is not positive.
    public init(purpose: String = "request", repetition: Repetition = .unsent, timeLimit: Duration? = nil) {
        self.purpose = purpose
        self.repetition = repetition
        self.timeLimit = timeLimit
    }
}
