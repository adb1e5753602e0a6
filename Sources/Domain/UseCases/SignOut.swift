/// Ends the session; the account stays.
public struct SignOut: Sendable {
    private let sessions: any SessionRepository
    private let work: any WorkAdmitting

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - sessions: Where the session is kept.
    ///   - work: Admits the work, until the app is shut down.
    public init(sessions: any SessionRepository, work: any WorkAdmitting = UnlimitedWork()) {
        self.work = work
        self.sessions = sessions
    }

    /// Ends the session, which always succeeds here.
    ///
    /// - Returns: What could not be done besides, if anything.
    public func callAsFunction() async -> SignOutOutcome {
        guard work.begin() else { return .sessionRemains(StorageError(store: .session, reason: .closed)) }
        defer { work.end() }
        do {
            try await sessions.clear()
            return .complete
        } catch {
            return .sessionRemains(error)
        }
    }
}
