#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The present date, as it counts for sessions.
///
/// The date of the device decides only once about a session: at the start of the run, or else when the session begins or is
/// found to be valid. From then on, elapsed time decides, so that no change of the date ends or extends the session.
struct SessionTime: Sendable {
    /// The date and the elapsed time of one moment.
    struct Moment: Sendable {
        let date: Date
        let elapsed: Duration
    }

    /// The present.
    let now: Moment

    /// The start of the run.
    let start: Moment

    /// The lifetime of sessions.
    let policy: SessionPolicy

    /// The sessions that began in this run, or were found to be valid.
    let known: [SessionID: KnownSession]

    /// The present date for a session.
    func date(for session: Session) -> Date {
        if let moment = known[session.id]?.firstValid { return date(since: moment) }
        return policy.validity(of: session, at: start.date) == .valid ? date(since: start) : now.date
    }

    /// Whether elapsed time decides about a session, so that no wrong date does.
    func isElapsed(for session: Session) -> Bool {
        known[session.id]?.firstValid != nil || policy.validity(of: session, at: start.date) == .valid
    }

    /// The validity of a session.
    func validity(of session: Session) -> SessionPolicy.Validity {
        let validity = policy.validity(of: session, at: date(for: session))
        // Another process, whose clock is ahead, has used the session since.
        return validity == .uncertain && known[session.id]?.firstValid != nil ? .valid : validity
    }

    /// Returns a session with its use recorded, if it is valid and that is necessary; nil if it has expired.
    func used(_ session: Session) -> Session? {
        let now = date(for: session)
        switch validity(of: session) {
        case .expired: return nil
        case .uncertain: return session
        case .valid: return policy.shouldPersistUse(of: session, at: now) ? session.touched(at: now) : session
        }
    }

    private func date(since moment: Moment) -> Date {
        moment.date + (now.elapsed - moment.elapsed) / .seconds(1)
    }
}
