/// A log of security events.
public protocol SecurityEventRecorder: Sendable {
    /// Records an event.
    ///
    /// A failure must not prevent users from signing in; an implementation that can fail counts the lost events.
    ///
    /// - Parameter event: The event and its date.
    func record(_ event: RecordedEvent) async

    /// Returns the events of an account that are still stored, the latest last; by default none.
    ///
    /// - Parameter account: The tag of the account.
    /// - Returns: The events.
    /// - Throws: ``SecurityEventError`` if the log cannot be read.
    func events(of account: AccountTag) async throws(SecurityEventError) -> [RecordedEvent]
}

extension SecurityEventRecorder {
    public func events(of account: AccountTag) async throws(SecurityEventError) -> [RecordedEvent] { [] }
}

/// The reason why security events could not be read.
public struct SecurityEventError: Error, Hashable, Sendable {
    /// The reason of the store.
    public let reason: StorageError.Reason

    /// The name of the file that cannot be read, or nil if it is not one file.
    public let file: String?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - reason: The reason of the store.
    ///   - file: The name of the file that cannot be read, if it is one file.
    public init(_ reason: StorageError.Reason, file: String? = nil) {
        self.reason = reason
        self.file = file
    }
}
