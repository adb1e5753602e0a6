/// The read-only face of an ``ObservableBox``, for those who show the value and do not own it.
///
/// What ``removingDuplicates(of:)``, ``combined(with:)`` and the two `map` make of it is such a face again and keeps no
/// value of its own: it reads the boxes when it is read, and observes them only while it is observed.
@MainActor
public struct ObservedValue<Value> {
    @usableFromInline
    typealias Receiver = @MainActor (Value) -> Void

    @usableFromInline let read: @MainActor () -> Value
    @usableFromInline let subscribe: @MainActor (SubscriptionHold, @escaping Receiver) -> Subscription

    @inlinable
    init(
        read: @escaping @MainActor () -> Value,
        subscribe: @escaping @MainActor (SubscriptionHold, @escaping Receiver) -> Subscription
    ) {
        self.read = read
        self.subscribe = subscribe
    }

    @inlinable
    init(_ box: ObservableBox<Value>) {
        self.init(
            read: { box.value },
            subscribe: { hold, receive in
                switch hold {
                case .strong: box.observe(receive)
                case .weak: box.observeWeakly(receive)
                }
            }
        )
    }

    /// The present value.
    @inlinable
    public var value: Value { read() }

    /// Delivers the present value and then every change, as ``ObservableBox/observe(_:)`` does.
    ///
    /// - Parameter receive: Gets the present value before this function returns, and then every change.
    /// - Returns: What ends the observation when it is cancelled or released.
    @inlinable
    public func observe(_ receive: @escaping @MainActor (Value) -> Void) -> Subscription {
        subscribe(.strong, receive)
    }
}
