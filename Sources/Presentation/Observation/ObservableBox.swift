public import Synchronization

/// A value that tells its observers whenever it changes.
///
/// Whoever holds the box may set it, so its owner keeps it private and hands out ``observed`` instead.
///
/// Every observer gets the present value first and then every change, all of them in the same order: a value that is
/// set while another is being delivered waits until everybody has seen the earlier one. Observers are called in the
/// order in which they subscribed, before the setter returns, unless the setter was called by an observer.
///
/// Reading ``value`` within `withObservationTracking`, as the body of a SwiftUI view does, tracks the box.
@MainActor
public final class ObservableBox<Value> {
    /// A value that waits for its delivery, and those who were observing when it was set.
    @usableFromInline
    typealias Change = (value: Value, observers: ObserverList)

    // Behind a lock, although the box belongs to the main actor: a subscription ends with its deinit, and that of an
    // object of the main actor runs on any thread.
    @usableFromInline nonisolated let observers = Mutex(ObserverList.none)
    @usableFromInline var current: Value
    @usableFromInline let areEqual: ((Value, Value) -> Bool)?
    @usableFromInline var pending: [Change] = []

    /// Nil until the box is first read within `withObservationTracking`, so that others do not pay for it.
    @usableFromInline var tracker: Tracker?
    @usableFromInline var isDelivering = false

    @inlinable
    init(_ value: Value, areEqual: ((Value, Value) -> Bool)?) {
        current = value
        self.areEqual = areEqual
    }

    /// Creates a box that delivers whatever it is set to.
    ///
    /// - Parameter value: The first value.
    @inlinable
    public convenience init(_ value: Value) {
        self.init(value, areEqual: nil)
    }

    /// Creates a box that does not deliver a value that equals the present one.
    ///
    /// - Parameter value: The first value.
    @inlinable
    public convenience init(_ value: Value) where Value: Equatable {
        self.init(value, areEqual: { $0 == $1 })
    }

    /// The present value, which is the one that was set last, even while an earlier one is being delivered.
    @inlinable
    public var value: Value {
        get {
            if let tracker {
                tracker.access()
            } else if let tracker = Tracker.ofTrackedReading() {
                self.tracker = tracker
            }
            return current
        }
        set {
            if let areEqual, areEqual(current, newValue) { return }
            if let tracker {
                tracker.willSet()
                // Whoever is told that the value is about to change may have set it already.
                if let areEqual, areEqual(current, newValue) { return tracker.didSet() }
                current = newValue
                tracker.didSet()
            } else {
                current = newValue
            }
            deliver(newValue)
        }
    }

    /// The read-only face of the box.
    @inlinable
    public var observed: ObservedValue<Value> { ObservedValue(self) }

    /// Delivers the present value and then every change.
    ///
    /// The box keeps the observer as long as the subscription lasts, and the subscription keeps the box.
    ///
    /// - Parameter receive: Gets the present value before this function returns, and then every change.
    /// - Returns: What ends the observation when it is cancelled or released.
    @inlinable
    public func observe(_ receive: @escaping @MainActor (Value) -> Void) -> Subscription {
        let observer = ValueObserver(receive)
        add(observer)
        let subscription = BoxSubscription(box: self, observer: observer)
        start(receive)
        return subscription
    }

    /// Whether the box has ever been read within `withObservationTracking`.
    package var isTracked: Bool { tracker != nil }

    /// Delivers the present value and then every change, until the box goes or the subscription ends.
    @usableFromInline
    func observeWeakly(_ receive: @escaping @MainActor (Value) -> Void) -> Subscription {
        let observer = ValueObserver(receive)
        add(observer)
        let subscription = WeakBoxSubscription(box: self, observer: observer)
        start(receive)
        return subscription
    }

    @inlinable
    func start(_ receive: @MainActor (Value) -> Void) {
        if isDelivering {
            receive(current)
        } else {
            isDelivering = true
            receive(current)
            finishDelivery()
        }
    }

    @inlinable
    func deliver(_ value: Value) {
        let observers = snapshot
        if observers.isEmpty { return }
        if isDelivering {
            pending.append((value, observers))
            return
        }
        isDelivering = true
        let isWorthClosing = observers.deliver(value)
        finishDelivery()
        if isWorthClosing { closeHoles() }
    }

    @inlinable
    func finishDelivery() {
        if !pending.isEmpty { deliverPending() }
        isDelivering = false
    }

    @usableFromInline
    func deliverPending() {
        while !pending.isEmpty {
            let changes = pending
            pending = []
            for (value, observers) in changes { _ = observers.deliver(value) }
        }
    }

    // These are not isolated because a closure that is would look up its executor at every call.

    @inlinable
    nonisolated var snapshot: ObserverList { observers.withLock { $0 } }

    @usableFromInline
    nonisolated func closeHoles() { observers.withLock { $0.closeHoles() } }

    @usableFromInline
    nonisolated func add(_ observer: Observer) { observers.withLock { $0.append(observer) } }

    @usableFromInline
    nonisolated func remove(_ observer: Observer) { observers.withLock { $0.remove(observer) } }
}
