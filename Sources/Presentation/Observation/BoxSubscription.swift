/// The observation of a box, which it keeps alive.
@usableFromInline
@MainActor
final class BoxSubscription<Value>: Subscription {
    @usableFromInline var link: (box: ObservableBox<Value>, observer: Observer)?

    @inlinable
    init(box: ObservableBox<Value>, observer: Observer) {
        link = (box, observer)
        super.init()
    }

    @inlinable
    deinit {
        if let link { link.box.remove(link.observer) }
    }

    @inlinable
    override func cancel() {
        guard let ended = link else { return }
        link = nil
        ended.box.remove(ended.observer)
    }
}
