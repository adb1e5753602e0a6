import Synchronization

/// A subscription that can be released on any thread.
final class SubscriptionSlot: Sendable {
    private let subscription: Mutex<Subscription?>

    init(_ subscription: Subscription) { self.subscription = Mutex(subscription) }

    func clear() {
        let released = subscription.withLock { held in
            defer { held = nil }
            return held
        }
        withExtendedLifetime(released) {}
    }
}
