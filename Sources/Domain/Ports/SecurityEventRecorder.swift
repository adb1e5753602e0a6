/// Where security events are written down.
public protocol SecurityEventRecorder: Sendable {
    /// Writes down an event.
    ///
    /// Nobody is kept from signing in by a recorder that fails; an implementation that can fail counts what it loses.
    ///
    /// - Parameter event: The event and its time.
    func record(_ event: RecordedEvent) async
}
