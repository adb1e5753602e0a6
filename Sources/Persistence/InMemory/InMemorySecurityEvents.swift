public import Domain

/// The last security events in memory, for as long as this object lives.
public actor InMemorySecurityEvents: SecurityEventRecorder {
    private let capacity: Int

    /// The events, the latest last.
    public private(set) var events: [RecordedEvent] = []

    /// Creates an empty recorder.
    ///
    /// - Parameter capacity: The largest number of stored events, at least 1; the oldest is dropped first.
    public init(capacity: Int = 256) {
        self.capacity = max(capacity, 1)
    }

    /// Stores an event.
    ///
    /// - Parameter event: The event and its time.
    public func record(_ event: RecordedEvent) {
        if events.count == capacity { events.removeFirst() }
        events.append(event)
    }
}
