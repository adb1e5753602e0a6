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

    /// The token that a server gave, or, in version 1, one that was issued here.
    let token: String?

    /// The digest of a token that was issued here.
    let tokenDigest: String?

    /// Seconds since 2001-01-01 00:00:00 UTC, all digits of it.
    let startedAt: Double

    /// Seconds since 2001-01-01 00:00:00 UTC, all digits of it; missing in version 1.
    let lastUsedAt: Double?

    /// Seconds since 2001-01-01 00:00:00 UTC, all digits of it.
    let expiresAt: Double?
    let isRemembered: Bool

    init(_ session: Session) {
        accountID = session.accountID.text
        profile = ProfileRecord(session.profile)
        token = session.token.isIssuedHere ? nil : session.token.revealed
        tokenDigest = session.token.isIssuedHere ? session.token.digest.revealed : nil
        startedAt = session.startedAt.timeIntervalSinceReferenceDate
        lastUsedAt = session.lastUsedAt.timeIntervalSinceReferenceDate
        expiresAt = session.expiresAt?.timeIntervalSinceReferenceDate
        isRemembered = session.isRemembered
    }

    /// The session that is stored.
    ///
    /// - Throws: `InvalidRecord` where Domain refuses a value.
    func session(version: Int) throws(InvalidRecord) -> Session {
        Session(
            accountID: try AccountID(record: accountID),
            profile: try profile.profile(),
            token: try accessToken(version: version),
            startedAt: Date(timeIntervalSinceReferenceDate: startedAt),
            lastUsedAt: lastUsedAt.map(Date.init(timeIntervalSinceReferenceDate:)),
            expiresAt: expiresAt.map(Date.init(timeIntervalSinceReferenceDate:)),
            isRemembered: isRemembered
        )
    }

    private func accessToken(version: Int) throws(InvalidRecord) -> AccessToken {
        switch (version, token, tokenDigest) {
        case (1, let token?, nil):
            return AccessToken(issuedHere: token)
        case (_, let token?, nil):
            return AccessToken(token)
        case (_, nil, let digits?):
            guard version > 1, let digest = TokenDigest(digits: digits) else { throw InvalidRecord() }
            return AccessToken(digest)
        case (_, nil, nil), (_, .some, .some):
            throw InvalidRecord()
        }
    }
}
