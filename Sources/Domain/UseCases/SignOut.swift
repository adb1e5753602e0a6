/// Ends the session; the account stays.
public struct SignOut: Sendable {
    private let sessions: any SessionRepository

    /// Creates the use case.
    ///
    /// - Parameter sessions: Where the session is kept.
    public init(sessions: any SessionRepository) {
        self.sessions = sessions
    }

    /// Ends the session, which always succeeds here.
    ///
    /// - Returns: What could not be done besides, if anything.
    public func callAsFunction() async -> SignOutOutcome {
        do {
            try await sessions.clear()
            return .complete
        } catch {
            return .sessionRemains(error)
        }
    }
}
