public import Observation

/// A value that notifies its observers of every change.
///
/// The value can be set through the box, so its owner keeps it private and publishes ``observed``.
///
/// Observers receive the current value, then every change, in the same order for all. They are called in the order of
/// their subscriptions, before the setter returns. A value that an observer sets is delivered after the current one.
///
/// Reading ``value`` within `withObservationTracking`, as the body of a SwiftUI view does, tracks the box.
@MainActor
public final class ObservableBox<Value> {
    @usableFromInline nonisolated let observers = ObserverList<Value>()
    @usableFromInline var current: Value
    @usableFromInline let areEqual: ((Value, Value) -> Bool)?
    @usableFromInline var pending: [(value: Value, observers: ObserverList<Value>.Snapshot)] = []
    @usableFromInline var isDelivering = false

    /// The registration with Observation; nil until the box is first read, because nothing tracks it before.
    @usableFromInline var tracking: ReadTracking?

    /// Creates a box that delivers every value that it is set to.
    ///
    /// - Parameter value: The first value.
    @inlinable
    public init(_ value: Value) {
        current = value
        areEqual = nil
    }

    /// Creates a box that does not deliver a value equal to the current one.
    ///
    /// - Parameter value: The first value.
    @inlinable
    public init(_ value: Value) where Value: Equatable {
        current = value
        areEqual = { $0 == $1 }
    }

    @inlinable
    deinit { observers.removeAll() }

    /// The value that was set last, even while an earlier one is being delivered.
    @inlinable
    public var value: Value {
        get {
            if tracking == nil { tracking = ReadTracking() }
            tracking?.access()
            return current
        }
        set {
            if let areEqual, areEqual(current, newValue) { return }
            if let tracking {
                tracking.willSet()
                // A tracking may have set the same value when it was notified.
                if let areEqual, areEqual(current, newValue) { return tracking.didSet() }
                current = newValue
                tracking.didSet()
            } else {
                current = newValue
            }
            deliver(newValue)
        }
    }

    /// A read-only view of the box.
    @inlinable
    public var observed: ObservedValue<Value> { ObservedValue(read: { self.value }, subscribe: { self.observe($0) }) }

    /// Delivers the current value, then every change, as long as both the box and the token exist.
    ///
    /// - Parameter receive: Called with the current value before this function returns, then with every change.
    /// - Returns: A token, which ends the observation when it is cancelled or released.
    @inlinable
    public func observe(_ receive: @escaping @MainActor (Value) -> Void) -> ObservationToken {
        let id = observers.add(receive)
        let token = ObservationToken { [observers] in observers.remove(id) }
        let isNested = isDelivering
        isDelivering = true
        receive(current)
        if !isNested { finishDelivery() }
        return token
    }

    @inlinable
    func deliver(_ value: Value) {
        let snapshot = observers.snapshot
        if snapshot.entries.isEmpty { return }
        if isDelivering {
            pending.append((value, snapshot))
            return
        }
        isDelivering = true
        observers.deliver(value, to: snapshot)
        finishDelivery()
    }

    @inlinable
    func finishDelivery() {
        if !pending.isEmpty { deliverPending() }
        isDelivering = false
    }

    /// Not inlined, because changes are rarely pending.
    @usableFromInline
    func deliverPending() {
        while !pending.isEmpty {
            let changes = exchange(&pending, with: [])
            for change in changes { observers.deliver(change.value, to: change.observers) }
        }
    }
}

extension ObservableBox where Value: Equatable & Sendable {
    /// Creates a box that follows a sequence, such as the states of a session, until the sequence or the box ends.
    ///
    /// - Parameters:
    ///   - value: The first value.
    ///   - values: The sequence; the box reads it, so it must have no other reader.
    public convenience init(_ value: Value, following values: AsyncStream<Value>) {
        self.init(value)
        let task = Task { [weak self] in
            for await value in values { self?.value = value }
        }
        // Only the box retains the observer, and only the observer retains this token.
        let end = ObservationToken { task.cancel() }
        _ = observers.add { _ in withExtendedLifetime(end) {} }
    }
}

/// Reports the reads and changes of one box to Observation.
///
/// It is a separate type, because key paths in generic classes are instantiated at every use, which is slow.
@usableFromInline
@MainActor
final class ReadTracking: nonisolated Observable {
    private let registrar = ObservationRegistrar()
    private var isNotifying = false
    private var isSetMeanwhile = false

    /// The property that Observation tracks; the box has the actual value.
    private nonisolated var value: Void { () }

    @usableFromInline
    init() {}

    @usableFromInline
    func access() { registrar.access(self, keyPath: \.value) }

    /// Reports that the value is about to change.
    ///
    /// A tracking that sets the box during its notification is not notified of that change, because Observation would
    /// never finish. A tracking that began during the notification is notified.
    @usableFromInline
    func willSet() {
        isSetMeanwhile = true
        if isNotifying { return }
        isNotifying = true
        while isSetMeanwhile {
            isSetMeanwhile = false
            registrar.willSet(self, keyPath: \.value)
        }
        isNotifying = false
    }

    @usableFromInline
    func didSet() { registrar.didSet(self, keyPath: \.value) }
}
