/// A use case that lists the sessions on this device.
public struct ListSessions: Sendable {
    private let sessions: CurrentSession
    private let restore: RestoreSession

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - sessions: The sessions on this device.
    ///   - restore: Checks the lifetime of the sessions, as at a launch.
    public init(sessions: CurrentSession, restore: RestoreSession) {
        self.sessions = sessions
        self.restore = restore
    }

    /// Returns the sessions, without their tokens; an expired one is listed until it is removed.
    ///
    /// - Returns: The sessions, in the order of their sign-ins.
    /// - Throws: ``StorageError`` if the store cannot be read.
    public func callAsFunction() async throws(StorageError) -> [SessionItem] {
        let (all, hidden, activeID) = try await sessions.list()
        let time = await sessions.time
        return all.filter { !hidden.contains($0.id) }.map {
            SessionItem($0, isActive: $0.id == activeID, isExpired: restore.hasExpired($0, at: time))
        }
    }
}
