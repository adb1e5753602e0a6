/// A use case that lists the sessions on this device.
public struct ListSessions: Sendable {
    private let sessions: CurrentSession

    /// Creates the use case.
    ///
    /// - Parameter sessions: The sessions on this device.
    public init(sessions: CurrentSession) {
        self.sessions = sessions
    }

    /// Returns the sessions, without their tokens.
    ///
    /// - Returns: The sessions, in the order of their sign-ins.
    /// - Throws: ``StorageError`` if the store cannot be read.
    public func callAsFunction() async throws(StorageError) -> [SessionItem] {
        try await sessions.items()
    }
}
