/// The read-only face of an ``ObservableBox``, for those who show the value and do not own it.
@MainActor
public struct ObservedValue<Value> {
    @usableFromInline let box: ObservableBox<Value>

    @inlinable
    init(_ box: ObservableBox<Value>) {
        self.box = box
    }

    /// The present value.
    @inlinable
    public var value: Value { box.value }

    /// Delivers the present value and then every change, as ``ObservableBox/observe(_:)`` does.
    ///
    /// - Parameter receive: Gets the present value before this function returns, and then every change.
    /// - Returns: What ends the observation when it is cancelled or released.
    @inlinable
    public func observe(_ receive: @escaping @MainActor (Value) -> Void) -> Subscription {
        box.observe(receive)
    }
}
