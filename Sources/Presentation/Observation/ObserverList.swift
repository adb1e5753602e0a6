/// The observers of a box in the order in which they subscribed.
///
/// A copy is a snapshot that costs one retain, and a single observer, as most boxes have, needs no array. Removing
/// leaves a hole, so that it takes the same time however many observers there are. Nothing here depends on the type of
/// the box's value, because generic code that is reached through a subscription would not be specialised, and that
/// costs a microsecond.
@usableFromInline
enum ObserverList {
    case none
    case one(Observer)
    case many([Observer?])

    @inlinable
    var isEmpty: Bool {
        if case .none = self { true } else { false }
    }

    /// Adds an observer at the end; before an array has no more room, its holes are closed.
    mutating func append(_ observer: Observer) {
        switch self {
        case .none:
            observer.position = 0
            self = .one(observer)
        case .one(let first):
            observer.position = 1
            self = .many([first, observer])
        case .many(var slots):
            // The array is to have one owner while it changes, or it would be copied.
            self = .none
            if slots.count == slots.capacity {
                Self.closeHoles(in: &slots)
                if slots.count * 2 > slots.capacity { slots.reserveCapacity(slots.count * 2) }
            }
            observer.position = slots.count
            slots.append(observer)
            self = .many(slots)
        }
    }

    /// Removes an observer that is in the list, and does nothing if it was removed before.
    ///
    /// The caller still holds the observer, so that what it captures is not released in here, under the box's lock.
    mutating func remove(_ observer: Observer) {
        guard let position = observer.position else { return }
        observer.position = nil
        guard case .many(var slots) = self else {
            self = .none
            return
        }
        self = .none
        slots[position] = nil
        while case .some(nil) = slots.last { slots.removeLast() }
        if !slots.isEmpty { self = .many(slots) }
    }

    mutating func closeHoles() {
        guard case .many(var slots) = self else { return }
        self = .none
        Self.closeHoles(in: &slots)
        if !slots.isEmpty { self = .many(slots) }
    }

    private static func closeHoles(in slots: inout [Observer?]) {
        slots.removeAll { $0 == nil }
        for (position, observer) in slots.enumerated() { observer?.position = position }
    }

    /// Calls every observer that has not been removed meanwhile, from this list or from the one it was copied from.
    ///
    /// - Returns: Whether there are so many holes that it is worth closing them.
    @inlinable
    @MainActor
    func deliver<Value>(_ value: Value) -> Bool {
        switch self {
        case .none: return false
        case .one(let observer):
            // A box makes observers of one type only, that of its value.
            if let receive = unsafeDowncast(observer, to: ValueObserver<Value>.self).receiver { receive(value) }
            return false
        case .many(let slots):
            var holes = 0
            for index in slots.indices {
                if let receive = Self.receiver(of: Value.self, at: index, in: slots) {
                    receive(value)
                } else {
                    holes += 1
                }
            }
            return holes * 2 > slots.count
        }
    }

    /// What to call with a value, or nil where the observer has been removed.
    @inlinable
    static func receiver<Value>(
        of _: Value.Type,
        at index: Int,
        in slots: [Observer?]
    ) -> (@MainActor (Value) -> Void)? {
        // The list holds the observer meanwhile; retaining it once more would double the price of a delivery.
        slots.withUnsafeBufferPointer { slots in
            slots.withMemoryRebound(to: Unmanaged<ValueObserver<Value>>?.self) { slots in
                slots[index]?._withUnsafeGuaranteedRef { $0.receiver }
            }
        }
    }
}
