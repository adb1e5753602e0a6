/// The result of a sign-out, which always signs the user out on this device.
public enum SignOutOutcome: Hashable, Sendable {
    /// The session is no longer stored.
    case complete

    /// The stored session could not be removed, so the next launch may restore it.
    case sessionRemains(StorageError)
}

/// A use case that ends the session; the account stays.
public struct SignOut: Sendable {
    private let sessions: any SessionRepository

    /// Creates the use case.
    ///
    /// - Parameter sessions: The store of the session.
    public init(sessions: any SessionRepository) {
        self.sessions = sessions
    }

    /// Ends the session on this device, which always succeeds.
    ///
    /// - Returns: Whether the stored session could be removed.
    public func callAsFunction() async -> SignOutOutcome {
        do {
            try await sessions.clear()
            return .complete
        } catch {
            return .sessionRemains(error)
        }
    }
}
