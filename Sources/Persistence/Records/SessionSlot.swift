import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The stored session, or none.
struct SessionSlot: Sendable {
    var session: Session?
}

extension SessionSlot: StoredContent {
    static var store: StorageError.Store { .session }

    var isNothing: Bool { session == nil }

    var records: [SessionRecord] { session.map { [SessionRecord($0)] } ?? [] }

    init(_ records: [SessionRecord]) throws(InvalidRecord) {
        // Without a session there is no document.
        guard records.count == 1 else { throw InvalidRecord() }
        session = try records[0].session()
    }
}

/// A session in its document.
struct SessionRecord: Codable {
    let accountID: String

    /// The identity of the account's registration, if the service has one.
    let registrationID: String?

    let profile: [String: String?]

    /// The token of a server.
    let token: String?

    /// The digest of a token that was issued on this device.
    let tokenDigest: String?

    /// The expiry date of the token, if the server sets one.
    let tokenExpiresAt: Date?

    /// The refresh token of a server.
    let refreshToken: String?

    /// The expiry date of the refresh token, if the server sets one.
    let refreshExpiresAt: Date?

    /// The server's own key of the account.
    let serverKey: String?

    let startedAt: Date
    let lastUsedAt: Date
    let expiresAt: Date?
    let isRemembered: Bool

    init(_ session: Session) {
        accountID = session.accountID.text
        registrationID = session.registrationID?.digits
        profile = session.profile.texts
        token = session.token.isIssuedHere ? nil : session.token.revealed
        tokenDigest = session.token.isIssuedHere ? session.token.digest.revealed : nil
        tokenExpiresAt = session.tokens.accessExpiresAt
        refreshToken = session.tokens.refresh?.revealed
        refreshExpiresAt = session.tokens.refreshExpiresAt
        serverKey = session.serverKey
        startedAt = session.startedAt
        lastUsedAt = session.lastUsedAt
        expiresAt = session.expiresAt
        isRemembered = session.isRemembered
    }

    func session() throws(InvalidRecord) -> Session {
        Session(
            accountID: try AccountID(record: accountID),
            registrationID: try registrationID.map { digits throws(InvalidRecord) in try RegistrationID(record: digits)
            },
            profile: try Profile(texts: profile),
            tokens: TokenSet(
                try accessToken(),
                accessExpiresAt: tokenExpiresAt,
                refresh: refreshToken.map { RefreshToken($0) },
                refreshExpiresAt: refreshExpiresAt
            ),
            serverKey: serverKey,
            startedAt: startedAt,
            lastUsedAt: lastUsedAt,
            expiresAt: expiresAt,
            isRemembered: isRemembered
        )
    }

    private func accessToken() throws(InvalidRecord) -> AccessToken {
        switch (token, tokenDigest) {
        case (let token?, nil): return AccessToken(token)
        case (nil, let digits?):
            guard let digest = TokenDigest(digits: digits) else { throw InvalidRecord() }
            return AccessToken(digest)
        case (nil, nil), (.some, .some): throw InvalidRecord()
        }
    }
}
