#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The present date, as it counts for sessions.
///
/// For a session that was valid before in this run, elapsed time decides, so that no later change of the device's date
/// ends or extends it. For all others, the device's date decides.
struct SessionTime: Sendable {
    /// The date and the elapsed time of one moment.
    struct Moment: Sendable {
        let date: Date
        let elapsed: Duration
    }

    /// The present.
    let now: Moment

    /// When each session was found to be valid first.
    let firstValid: [SessionID: Moment]

    /// The present date for a session.
    func date(for session: Session) -> Date {
        guard let moment = firstValid[session.id] else { return now.date }
        return moment.date + (now.elapsed - moment.elapsed) / .seconds(1)
    }
}

extension SessionPolicy {
    /// Returns whether a session is still valid.
    func validity(of session: Session, at time: SessionTime) -> Validity {
        validity(of: session, at: time.date(for: session))
    }
}
