/// The observers of a box in the order in which they subscribed.
///
/// A copy is a snapshot that costs one retain. Removing leaves a hole, so that it takes the same time however many
/// observers there are. Nothing here depends on the type of the box's value, because generic code that is reached
/// through a subscription would not be specialised, and that costs a microsecond.
@usableFromInline
struct ObserverList {
    @usableFromInline var slots: [Observer?] = []

    @inlinable
    init() {}

    @inlinable
    var isEmpty: Bool { slots.isEmpty }

    /// Adds an observer at the end; before there is room for more, the holes are closed.
    mutating func append(_ observer: Observer) {
        if slots.count == slots.capacity {
            closeHoles()
            if slots.count * 2 > slots.capacity { slots.reserveCapacity(slots.count * 2) }
        }
        observer.position = slots.count
        slots.append(observer)
    }

    /// Removes an observer that is in the list, and does nothing if it was removed before.
    ///
    /// The caller still holds the observer, so that what it captures is not released in here, under the box's lock.
    mutating func remove(_ observer: Observer) {
        guard let position = observer.position else { return }
        observer.position = nil
        slots[position] = nil
        while case .some(nil) = slots.last { slots.removeLast() }
    }

    mutating func closeHoles() {
        slots.removeAll { $0 == nil }
        for (position, observer) in slots.enumerated() { observer?.position = position }
    }

    /// Calls every observer that has not been removed meanwhile, from this list or from the one it was copied from.
    ///
    /// - Returns: The number of holes.
    @inlinable
    @MainActor
    func deliver<Value>(_ value: Value) -> Int {
        var holes = 0
        for index in slots.indices {
            if let receive = receiver(of: Value.self, at: index) { receive(value) } else { holes += 1 }
        }
        return holes
    }

    /// What to call with a value, or nil where the observer has been removed.
    @inlinable
    func receiver<Value>(of _: Value.Type, at index: Int) -> (@MainActor (Value) -> Void)? {
        // The list holds the observer meanwhile; retaining it once more would double the price of a delivery. A box
        // makes observers of one type only, that of its value.
        slots.withUnsafeBufferPointer { slots in
            slots.withMemoryRebound(to: Unmanaged<ValueObserver<Value>>?.self) { slots in
                slots[index]?._withUnsafeGuaranteedRef { $0.position == nil ? nil : $0.receive }
            }
        }
    }

    @inlinable
    func isWorthClosing(_ holes: Int) -> Bool { holes * 2 > slots.count }
}
