import Synchronization

/// An observation that lasts until it is cancelled or released, on any thread.
public final class ObservationToken: Sendable {
    private let end: Mutex<(@Sendable () -> Void)?>

    /// Creates a token whose end calls `end` once.
    @usableFromInline
    init(_ end: @escaping @Sendable () -> Void) { self.end = Mutex(end) }

    deinit { cancel() }

    /// Ends the observation; further calls do nothing.
    ///
    /// The observer is not called any more, not even with a value that is being delivered, and what it captures is
    /// released. The time that this takes does not grow with the number of observers.
    public func cancel() {
        let end = end.withLock { end in
            defer { end = nil }
            return end
        }
        end?()
    }
}
