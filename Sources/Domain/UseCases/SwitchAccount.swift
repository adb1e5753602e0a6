/// A use case that makes another session on this device the active one, without a password.
public struct SwitchAccount: Sendable {
    private let sessions: CurrentSession
    private let restore: RestoreSession

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - sessions: The sessions on this device.
    ///   - restore: Checks the session as at a launch: its lifetime, and the agreement to the terms.
    public init(sessions: CurrentSession, restore: RestoreSession) {
        self.sessions = sessions
        self.restore = restore
    }

    /// Makes a session the active one; the others stay signed in.
    ///
    /// An expired session is not made the active one, because it cannot be used, and the user has not left the other one.
    ///
    /// - Parameter id: The identity of the session.
    /// - Returns: The session, or the reason why it cannot be used yet.
    /// - Throws: ``SwitchAccountError``; in that case, the active session is unchanged.
    public func callAsFunction(_ id: SessionID) async throws(SwitchAccountError) -> RestoreOutcome {
        let isSignedIn: Bool
        do {
            isSignedIn = try await sessions.activate(id)
        } catch {
            throw .storage(error)
        }
        guard isSignedIn else { throw .notSignedIn }
        return await restore()
    }
}

/// The reason why the account was not switched.
public enum SwitchAccountError: Error, Hashable, Sendable {
    /// There is no such session on this device, or it has expired.
    case notSignedIn

    /// The store of the sessions failed.
    case storage(StorageError)
}
