/// Reads the remembered session at launch.
///
/// Whether somebody is a member is decided by the stored session and by nothing else.
public struct RestoreSession: Sendable {
    private let sessions: any SessionRepository
    private let dates: DateSource

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - sessions: Where the session is kept.
    ///   - dates: Tells whether the session has ended.
    public init(sessions: any SessionRepository, dates: DateSource) {
        self.sessions = sessions
        self.dates = dates
    }

    /// Reads the remembered session and changes nothing.
    ///
    /// - Returns: What was found; a store that cannot be read is never taken for one without a session.
    public func callAsFunction() async -> RestoreOutcome {
        do {
            guard let session = try await sessions.load(), session.isRemembered else { return .none }
            return session.isExpired(at: dates.now) ? .none : .restored(session)
        } catch {
            return .unavailable(error)
        }
    }
}
