/// The result of a sign-out, which always signs the user out on this device.
public enum SignOutOutcome: Hashable, Sendable {
    /// The session is no longer stored.
    case complete

    /// The session is no longer stored, and the server will be told; see ``CurrentSession/deliverSignOuts()``. Nothing of a
    /// session that is not remembered is stored, so the server is told of it only while the app runs.
    case pending

    /// The stored session could not be removed, so the next launch may restore it. Until then, nothing shows it; but after a
    /// sign-out of all, what could not even be read is listed again.
    case sessionRemains(StorageError)

    var isStillStored: Bool { if case .sessionRemains = self { true } else { false } }
}

/// A use case that ends sessions; the accounts stay.
public struct SignOut: Sendable {
    private let sessions: CurrentSession

    /// Creates the use case.
    ///
    /// - Parameter sessions: The session of the user.
    public init(sessions: CurrentSession) {
        self.sessions = sessions
    }

    /// Ends a session on this device, which always succeeds, and then on the server, without waiting for it.
    ///
    /// What the server was not told is stored, and sent again later, unless the session is not remembered.
    ///
    /// The user is shown as signed out after the session has left the store, so that no crash signs the user in again. Another
    /// process that is changing the store delays this, by the time that the store waits for its lock: two seconds for files, by
    /// default. Then the outcome is `sessionRemains`.
    ///
    /// - Parameters:
    ///   - id: The session; nil for that of the user who is signed in.
    ///   - everywhere: Whether the server ends all sessions of the account; one that cannot ends this one.
    /// - Returns: Whether the stored session could be removed, and whether the server will be told.
    public func callAsFunction(_ id: SessionID? = nil, everywhere: Bool = false) async -> SignOutOutcome {
        await sessions.signOut(id, everywhere: everywhere)
    }

    /// Ends the sessions of all accounts on this device, and then on the server, without waiting for it.
    ///
    /// - Parameter everywhere: Whether the server ends all sessions of each account; one that cannot ends these.
    /// - Returns: Whether the stored sessions could be removed, and whether the server will be told.
    public func all(everywhere: Bool = false) async -> SignOutOutcome {
        await sessions.signOutAll(everywhere: everywhere)
    }

    /// Ends the sessions of the user on all other devices, and waits for the server; the one on this device goes on.
    ///
    /// - Throws: ``SessionError``, with `.service(.notOffered)` if the server cannot. After any failure, some or
    ///   all of the other sessions may go on; calling this again ends them, unless the session of the user has ended.
    public func otherDevices() async throws(SessionError) {
        try await sessions.signOutOtherDevices()
    }
}
