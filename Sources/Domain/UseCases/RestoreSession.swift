/// The result of restoring the remembered session at launch.
public enum RestoreOutcome: Hashable, Sendable {
    /// The session is valid.
    case restored(Session)

    /// The session is valid, but its account has not agreed to these documents in their current versions. After the
    /// agreement with ``AgreeToTerms``, the session can be used.
    case termsRequired(Session, [ConsentDocument])

    /// No session is remembered, or it has expired. An expired one stays stored until a sign-in needs its place, because
    /// the clock may be wrong.
    case none

    /// The clock is long before the last use of the remembered session, so it is unknown whether it has expired.
    ///
    /// The session stays stored until the clock is correct or the user signs in.
    case uncertain(Session)

    /// The store cannot be read. Nothing was deleted, and a later attempt may succeed.
    case unavailable(StorageError)
}

/// A use case that restores the remembered session at launch.
///
/// Only the stored session decides whether a user is signed in.
public struct RestoreSession: Sendable {
    /// Far more than the changes that can happen at once.
    private static let attempts = 10

    private let sessions: CurrentSession
    private let review: ReviewTerms?

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - sessions: The session of the user.
    ///   - review: Finds the terms that users must agree to; nil if there are none.
    public init(sessions: CurrentSession, review: ReviewTerms? = nil) {
        self.sessions = sessions
        self.review = review
    }

    /// Restores the remembered session.
    ///
    /// The use of a session that can expire is recorded: no later clock counts as earlier than that.
    ///
    /// - Returns: The outcome; a store that cannot be read is never treated as one without a session.
    public func callAsFunction() async -> RestoreOutcome {
        // If a sign-in, a sign-out or the like replaces the session during an attempt, the next one finds the result.
        for _ in 0..<Self.attempts { if let outcome = await restore() { return outcome } }
        return .unavailable(StorageError(store: .session, reason: .busy))
    }

    /// Restores the session, or returns nil if another one began or it ended before its use was recorded.
    ///
    /// The outcome is spelled `RestoreOutcome.none` here, because `.none` alone would be nil.
    private func restore() async -> RestoreOutcome? {
        let generation = await sessions.generation
        let session: Session?
        let outcome: RestoreOutcome?
        do {
            let stored = try await sessions.stored()
            session = stored?.session
            outcome =
                if let stored {
                    await self.outcome(of: stored.session, whileShowing: stored.shown)
                } else {
                    RestoreOutcome.none
                }
        } catch {
            session = nil
            outcome = .unavailable(error)
        }
        guard let outcome, await sessions.apply(outcome, of: session, since: generation) else { return nil }
        return outcome
    }

    /// Returns the outcome for a session, or nil if the deletion of its account has begun meanwhile.
    ///
    /// A deletion removes the consents, and restores them if it fails. Until then, what is shown stays.
    private func outcome(of session: Session, whileShowing shown: SessionState?) async -> RestoreOutcome? {
        let (validity, now) = await sessions.check(session)
        switch validity {
        case .uncertain:
            return .uncertain(session)
        case .expired:
            return RestoreOutcome.none
        case .valid:
            do {
                switch shown {
                case .agreementRequired(_, let documents): return .termsRequired(session, documents)
                case .uncertain: return .uncertain(session)
                case .signedIn: break
                case .restoring, .signedOut, .unavailable, nil:
                    guard let missing = try await missing(for: session) else { return nil }
                    guard missing.isEmpty else { return .termsRequired(session, missing) }
                }
            } catch {
                return .unavailable(error)
            }
            let isRecorded = sessions.policy.shouldPersistUse(of: session, at: now)
            guard review != nil || isRecorded else { return .restored(session) }
            return await sessions.reread(session, usedAt: isRecorded ? now : nil).map { .restored($0) }
        }
    }

    /// Returns the documents to which the account of a session has not agreed; nil if it is being deleted.
    private func missing(for session: Session) async throws(StorageError) -> [ConsentDocument]? {
        guard let review, try await !review.missing(for: session.accountID).isEmpty else { return [] }
        if await sessions.isBeingDeleted(session) { return nil }
        // A deletion that has failed since has restored them.
        return try await review.missing(for: session.accountID)
    }
}
