/// An observation, which ends when the token is cancelled or released, on any thread.
public final class ObservationToken: Sendable {
    private let end: @Sendable () -> Void

    /// Creates a token; `end` is called when it is cancelled and when it is released.
    @usableFromInline
    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }

    /// Ends the observation and releases the observer; further calls do nothing.
    ///
    /// The observer is not called again, not even with a value that is being delivered. The time of a call does not
    /// depend on the number of observers.
    public func cancel() { end() }
}
