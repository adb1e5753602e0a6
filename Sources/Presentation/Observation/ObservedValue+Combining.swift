extension ObservedValue {
    /// Gives what a function makes of the value.
    ///
    /// - Parameter transform: Makes the new value; it is called once a change for every observer, and at every reading.
    /// - Returns: The read-only face of what it makes.
    @inlinable
    public func map<Mapped>(_ transform: @escaping @MainActor (Value) -> Mapped) -> ObservedValue<Mapped> {
        mapped(transform)
    }

    /// Gives what a function makes of the value, and does not repeat what equals the one before.
    ///
    /// - Parameter transform: Makes the new value; it is called once a change for every observer, and at every reading.
    /// - Returns: The read-only face of what it makes.
    @inlinable
    public func map<Mapped: Equatable>(_ transform: @escaping @MainActor (Value) -> Mapped) -> ObservedValue<Mapped> {
        mapped(transform).removingDuplicates { $0 }
    }

    /// Delivers only those changes that concern a part of the value.
    ///
    /// - Parameter part: Gives the part, such as `\.canSubmit`.
    /// - Returns: The read-only face that leaves out a value whose part equals that of the one before.
    @inlinable
    public func removingDuplicates<Part: Equatable>(
        of part: @escaping @MainActor (Value) -> Part
    ) -> ObservedValue<Value> {
        ObservedValue(read: read) { [subscribe] hold, receive in
            var last: Part?
            return subscribe(hold) { value in
                let present = part(value)
                guard present != last else { return }
                last = present
                receive(value)
            }
        }
    }

    /// Gives this value and another one as a pair.
    ///
    /// A change of either is one change of the pair, in the order in which they reach the observer.
    ///
    /// - Parameter other: The second half of the pair.
    /// - Returns: The read-only face of the pair.
    public func combined<Other>(with other: ObservedValue<Other>) -> ObservedValue<(Value, Other)> {
        ObservedValue<(Value, Other)>(read: { (read(), other.read()) }) { [subscribe, read] hold, receive in
            // A box of its own lets a change wait that comes while the observer still has the one before. What the two
            // deliver at first is in it already, and nobody observes it yet.
            let pair = ObservableBox((read(), other.read()))
            let first = subscribe(hold) { pair.value = ($0, pair.current.1) }
            let second = other.subscribe(hold) { pair.value = (pair.current.0, $0) }
            return JointSubscription([first, second, pair.observed.subscribe(hold, receive)])
        }
    }

    @inlinable
    func mapped<Mapped>(_ transform: @escaping @MainActor (Value) -> Mapped) -> ObservedValue<Mapped> {
        ObservedValue<Mapped>(read: { [read] in transform(read()) }) { [subscribe] hold, receive in
            subscribe(hold) { receive(transform($0)) }
        }
    }
}
