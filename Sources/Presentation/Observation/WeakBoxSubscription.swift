/// The observation of a box that may go before.
final class WeakBoxSubscription<Value>: Subscription {
    private nonisolated weak let box: ObservableBox<Value>?
    private nonisolated weak let observer: Observer?

    init(box: ObservableBox<Value>, observer: Observer) {
        self.box = box
        self.observer = observer
        super.init()
    }

    deinit { end() }

    override func cancel() { end() }

    private nonisolated func end() {
        // The observer is held until the lock of the box is free again.
        if let box, let observer { box.remove(observer) }
    }
}
