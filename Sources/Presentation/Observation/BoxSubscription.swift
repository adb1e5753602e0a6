/// The observation of a box, which it keeps alive.
@usableFromInline
@MainActor
final class BoxSubscription<Value>: Subscription {
    @usableFromInline var box: ObservableBox<Value>?
    @usableFromInline var observer: Observer?

    @inlinable
    init(box: ObservableBox<Value>, observer: Observer) {
        self.box = box
        self.observer = observer
        super.init()
    }

    @inlinable
    deinit {
        if let box, let observer { box.remove(observer) }
    }

    @inlinable
    override func cancel() {
        if let box, let observer { box.remove(observer) }
        box = nil
        observer = nil
    }
}
