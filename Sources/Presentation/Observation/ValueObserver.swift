/// Somebody who observes a box of values of one type.
@usableFromInline
final class ValueObserver<Value>: Observer {
    @usableFromInline let receive: @MainActor (Value) -> Void

    @inlinable
    nonisolated init(_ receive: @escaping @MainActor (Value) -> Void) {
        self.receive = receive
        super.init()
    }

    /// What to call with a value, or nil where the observer has been removed.
    @inlinable
    nonisolated var receiver: (@MainActor (Value) -> Void)? { position == nil ? nil : receive }
}
