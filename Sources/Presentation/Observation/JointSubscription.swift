/// Several observations that end together.
final class JointSubscription: Subscription {
    private var parts: [Subscription]

    init(_ parts: [Subscription]) {
        self.parts = parts
        super.init()
    }

    override func cancel() {
        let ended = parts
        parts = []
        for part in ended { part.cancel() }
    }
}
