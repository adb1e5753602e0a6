/// A read-only view of an ``ObservableBox``, or of a value that is computed from boxes.
///
/// It stores no value: it reads its boxes when it is read, and observes them only while it is observed.
@MainActor
public struct ObservedValue<Value> {
    @usableFromInline
    typealias Receiver = @MainActor (Value) -> Void

    @usableFromInline let read: @MainActor () -> Value
    @usableFromInline let subscribe: @MainActor (@escaping Receiver) -> ObservationToken

    @inlinable
    init(
        read: @escaping @MainActor () -> Value,
        subscribe: @escaping @MainActor (@escaping Receiver) -> ObservationToken
    ) {
        self.read = read
        self.subscribe = subscribe
    }

    @inlinable
    init(_ box: ObservableBox<Value>) {
        self.init(read: { box.value }, subscribe: { box.observe($0) })
    }

    /// The current value.
    @inlinable
    public var value: Value { read() }

    /// Delivers the current value and then every change, as ``ObservableBox/observe(_:)`` does.
    ///
    /// - Parameter receive: Gets the current value before this function returns, and then every change.
    /// - Returns: The token that ends the observation when it is cancelled or released.
    @inlinable
    public func observe(_ receive: @escaping @MainActor (Value) -> Void) -> ObservationToken { subscribe(receive) }

    // MARK: Combining

    /// Transforms the value.
    ///
    /// - Parameter transform: Called at every read, and at every change for every observer.
    /// - Returns: The transformed value.
    @inlinable
    public func map<Mapped>(_ transform: @escaping @MainActor (Value) -> Mapped) -> ObservedValue<Mapped> {
        mapped(transform)
    }

    /// Transforms the value, and leaves out results equal to the previous one.
    ///
    /// - Parameter transform: Called at every read, and at every change for every observer.
    /// - Returns: The transformed value.
    @inlinable
    public func map<Mapped: Equatable>(_ transform: @escaping @MainActor (Value) -> Mapped) -> ObservedValue<Mapped> {
        mapped(transform).removingDuplicates { $0 }
    }

    @inlinable
    func mapped<Mapped>(_ transform: @escaping @MainActor (Value) -> Mapped) -> ObservedValue<Mapped> {
        ObservedValue<Mapped>(read: { [read] in transform(read()) }) { [subscribe] receive in
            subscribe { receive(transform($0)) }
        }
    }

    /// Delivers only the changes that concern a part of the value.
    ///
    /// - Parameter part: Returns the part, such as `\.canSubmit`.
    /// - Returns: The value without changes whose part equals the previous one.
    @inlinable
    public func removingDuplicates<Part: Equatable>(
        of part: @escaping @MainActor (Value) -> Part
    ) -> ObservedValue<Value> {
        ObservedValue(read: read) { [subscribe] receive in
            var last: Part?
            return subscribe { value in
                let present = part(value)
                guard present != last else { return }
                last = present
                receive(value)
            }
        }
    }

    /// Pairs this value with another one; a change of either is a change of the pair.
    ///
    /// - Parameter other: The second half of the pair.
    /// - Returns: The pair.
    public func combined<Other>(with other: ObservedValue<Other>) -> ObservedValue<(Value, Other)> {
        ObservedValue<(Value, Other)>(read: { (read(), other.read()) }) { [subscribe, read] receive in
            // In a box of its own a change waits while the observer still has the one before.
            let pair = ObservableBox((read(), other.read()))
            let tokens = [
                subscribe { pair.value = ($0, pair.current.1) },
                other.subscribe { pair.value = (pair.current.0, $0) },
                pair.observe(receive),
            ]
            return ObservationToken { for token in tokens { token.cancel() } }
        }
    }
}

extension ObservedValue where Value: Sendable {
    /// The current value and every change after it, as a sequence for one reader.
    ///
    /// The observation begins when this property is read. It ends with the box, or when the loop over the sequence, its
    /// task or the sequence itself ends. No change is lost: values that have not been read yet are buffered without a
    /// limit. The sequence of a pair ends when both boxes are gone.
    public var values: AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .unbounded)
        // The box alone holds the observer, and the observer alone holds this.
        let end = ObservationToken { continuation.finish() }
        let token = subscribe { value in
            withExtendedLifetime(end) { _ = continuation.yield(value) }
        }
        continuation.onTermination = { _ in token.cancel() }
        return stream
    }
}
