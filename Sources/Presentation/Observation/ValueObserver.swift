/// Somebody who observes a box of values of one type.
@usableFromInline
final class ValueObserver<Value>: Observer {
    @usableFromInline let receive: @MainActor (Value) -> Void

    @inlinable
    nonisolated init(_ receive: @escaping @MainActor (Value) -> Void) {
        self.receive = receive
        super.init()
    }
}
