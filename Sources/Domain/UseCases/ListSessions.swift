/// A use case that lists the sessions on this device.
public struct ListSessions: Sendable {
    private let sessions: CurrentSession

    /// Creates the use case.
    ///
    /// - Parameter sessions: The sessions on this device.
    public init(sessions: CurrentSession) {
        self.sessions = sessions
    }

    /// Returns the sessions, without their tokens; an expired one is listed until it is removed.
    ///
    /// - Returns: The sessions, in the order of their sign-ins.
    /// - Throws: ``StorageError`` if the store cannot be read.
    public func callAsFunction() async throws(StorageError) -> [SessionItem] {
        let (all, hidden, activeID) = try await sessions.list()
        let time = await sessions.time
        return all.filter { !hidden.contains($0.id) }.map {
            SessionItem($0, isActive: $0.id == activeID, isExpired: time.validity(of: $0) == .expired)
        }
    }
}
