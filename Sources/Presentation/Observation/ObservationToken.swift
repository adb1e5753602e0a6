/// An observation that lasts until it is cancelled or released, on any thread.
public final class ObservationToken: Sendable {
    private let end: @Sendable () -> Void

    /// Creates a token; `end` is called when it is cancelled and when it is released.
    @usableFromInline
    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }

    /// Ends the observation; further calls do nothing.
    ///
    /// The observer is not called any more, not even with a value that is being delivered, and what it captures is
    /// released. The time that this takes does not grow with the number of observers.
    public func cancel() { end() }
}
