public import Domain

/// The latest security events in memory, which are lost with this object.
public actor InMemorySecurityEvents: SecurityEventRecorder {
    private let capacity: Int

    /// The stored events, the latest last.
    public private(set) var events: [RecordedEvent] = []

    /// Creates an empty recorder.
    ///
    /// - Parameter capacity: The largest number of stored events, at least 1; the oldest is removed first.
    public init(capacity: Int = 256) {
        self.capacity = max(capacity, 1)
    }

    public func record(_ event: RecordedEvent) {
        if events.count == capacity { events.removeFirst() }
        events.append(event)
    }

    public func events(of account: AccountTag) async -> [RecordedEvent] {
        events.filter { $0.event.account == account }
    }
}
