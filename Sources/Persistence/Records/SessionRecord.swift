import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How a session is stored.
///
/// The names of the members are the format: they never change.
struct SessionRecord: Codable {
    let accountID: String
    let profile: ProfileRecord
    let token: String

    /// Seconds since 2001-01-01 00:00:00 UTC, all digits of it.
    let startedAt: Double

    /// Seconds since 2001-01-01 00:00:00 UTC, all digits of it.
    let expiresAt: Double?
    let isRemembered: Bool

    init(_ session: Session) {
        accountID = session.accountID.text
        profile = ProfileRecord(session.profile)
        token = session.token.revealed
        startedAt = session.startedAt.timeIntervalSinceReferenceDate
        expiresAt = session.expiresAt?.timeIntervalSinceReferenceDate
        isRemembered = session.isRemembered
    }

    /// The session that is stored.
    ///
    /// - Throws: `InvalidRecord` where Domain refuses a value.
    func session() throws(InvalidRecord) -> Session {
        Session(
            accountID: try AccountID(record: accountID),
            profile: try profile.profile(),
            token: AccessToken(token),
            startedAt: Date(timeIntervalSinceReferenceDate: startedAt),
            expiresAt: expiresAt.map(Date.init(timeIntervalSinceReferenceDate:)),
            isRemembered: isRemembered
        )
    }
}
