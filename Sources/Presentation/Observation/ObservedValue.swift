/// A read-only view of an ``ObservableBox``, or of a value computed from one.
///
/// It stores no value, and observes its box only while it is observed.
@MainActor
public struct ObservedValue<Value> {
    @usableFromInline let read: @MainActor () -> Value
    @usableFromInline let subscribe: @MainActor (@escaping @MainActor (Value) -> Void) -> ObservationToken

    @inlinable
    init(
        read: @escaping @MainActor () -> Value,
        subscribe: @escaping @MainActor (@escaping @MainActor (Value) -> Void) -> ObservationToken
    ) {
        self.read = read
        self.subscribe = subscribe
    }

    /// The current value.
    @inlinable
    public var value: Value { read() }

    /// Delivers the current value, then every change, as ``ObservableBox/observe(_:)`` does.
    ///
    /// - Parameter receive: Called with the current value before this function returns, then with every change.
    /// - Returns: A token, which ends the observation when it is cancelled or released.
    @inlinable
    public func observe(_ receive: @escaping @MainActor (Value) -> Void) -> ObservationToken { subscribe(receive) }

    /// Transforms the value.
    ///
    /// - Parameter transform: Called at every read and, for each observer, at every change.
    /// - Returns: The transformed value.
    @inlinable
    public func map<Mapped>(_ transform: @escaping @MainActor (Value) -> Mapped) -> ObservedValue<Mapped> {
        ObservedValue<Mapped>(read: { [read] in transform(read()) }) { [subscribe] receive in
            subscribe { receive(transform($0)) }
        }
    }

    /// Transforms the value, and skips results equal to the previous one.
    ///
    /// - Parameter transform: Called at every read and, for each observer, at every change.
    /// - Returns: The transformed value.
    @inlinable
    public func map<Mapped: Equatable>(_ transform: @escaping @MainActor (Value) -> Mapped) -> ObservedValue<Mapped> {
        ObservedValue<Mapped>(read: { [read] in transform(read()) }) { [subscribe] receive in
            var last: Mapped?
            return subscribe { value in
                let mapped = transform(value)
                guard mapped != last else { return }
                last = mapped
                receive(mapped)
            }
        }
    }
}

extension ObservedValue where Value: Sendable {
    /// The current value and every later change, as a sequence for one reader.
    ///
    /// The observation begins when this property is read. It ends when the box or the sequence is released, or the loop
    /// over the sequence ends. No change is lost: unread values are buffered without a limit.
    public var values: AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .unbounded)
        // Only the box retains the observer, and only the observer retains this token.
        let end = ObservationToken { continuation.finish() }
        let token = subscribe { value in
            withExtendedLifetime(end) { _ = continuation.yield(value) }
        }
        continuation.onTermination = { _ in token.cancel() }
        return stream
    }
}
