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
