/// The result of looking for a remembered session at launch.
public enum RestoreOutcome: Hashable, Sendable {
    /// The session goes on.
    case restored(Session)

    /// No session is remembered, or it has expired.
    case none

    /// The store cannot be read. Nothing was deleted, and a later attempt may succeed.
    case unavailable(StorageError)
}

/// Reads the remembered session at launch.
///
/// Whether somebody is a member is decided by the stored session and by nothing else.
public struct RestoreSession: Sendable {
    private let sessions: any SessionRepository
    private let dates: DateGenerator
    private let policy: SessionPolicy

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - sessions: Where the session is kept.
    ///   - dates: Tells whether the session has ended.
    ///   - policy: Says when sessions end by themselves.
    public init(
        sessions: any SessionRepository,
        dates: DateGenerator,
        policy: SessionPolicy = .untilSignOut
    ) {
        self.sessions = sessions
        self.dates = dates
        self.policy = policy
    }

    /// Reads the remembered session.
    ///
    /// A session that has ended is forgotten, lest a clock that is set back revives it. Of one that can end, the use is
    /// written down, so that time that has been seen counts even if the clock goes back behind it.
    ///
    /// - Returns: What was found; a store that cannot be read is never taken for one without a session.
    public func callAsFunction() async -> RestoreOutcome {
        // Whoever signs in or out during the first look is found, or missed, by the second.
        if let outcome = await look() { return outcome }
        return await look() ?? .unavailable(StorageError(store: .session, reason: .busy))
    }

    /// Reads the session; gives nil where another one, or none, has taken its place before its use was written down.
    ///
    /// That nobody is remembered is an outcome, whose name is written out: `.none` alone would be nil.
    private func look() async -> RestoreOutcome? {
        let session: Session
        do {
            guard let stored = try await sessions.load(), stored.isRemembered else { return RestoreOutcome.none }
            session = stored
        } catch {
            return .unavailable(error)
        }

        let now = dates.now
        switch policy.evaluate(session, at: now) {
        case .uncertain:
            return RestoreOutcome.none
        case .ended:
            // It is over also where it cannot be removed, such as on a medium that can only be read.
            _ = try? await sessions.replace(session, with: nil)
            return RestoreOutcome.none
        case .lasts:
            guard policy.shouldPersistUse(of: session, at: now) else { return .restored(session) }
            let used = session.touched(at: now)
            // The session goes on also where its use cannot be written down.
            let isStored = (try? await sessions.replace(session, with: used)) ?? true
            return isStored ? .restored(used) : nil
        }
    }
}
