import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension StoredSessions: StoredContent {
    static var store: StorageError.Store { .session }

    var isNothing: Bool { isEmpty }

    var records: [SessionRecord] {
        sessions.map { session in
            SessionRecord(
                session,
                isActive: session.id == activeID,
                claimedUntil: claims[session.id],
                deletingSince: deletions[session.id].map { $0 / .seconds(1) }
            )
        }
            + signOuts.map { SessionRecord($0, claimedUntil: claims[$0.session.id]) }
    }

    init(_ records: [SessionRecord]) throws(InvalidRecord) {
        // Without sessions and sign-outs there is no document.
        guard !records.isEmpty else { throw InvalidRecord() }
        var (sessions, signOuts, active): ([Session], [PendingSignOut], [SessionID]) = ([], [], [])
        var (claims, deletions): ([SessionID: Date], [SessionID: Duration]) = ([:], [:])
        for record in records {
            let session = try record.session()
            claims[session.id] = record.claimedUntil
            if let signOut = try record.signOut(of: session) {
                signOuts.append(signOut)
            } else {
                sessions.append(session)
                deletions[session.id] = try record.deletingSince.map { seconds throws(InvalidRecord) in
                    // A hundred years are enough for any uptime, and fit a duration.
                    guard (0...3_153_600_000).contains(seconds) else { throw InvalidRecord() }
                    return .seconds(seconds)
                }
                if record.isActive { active.append(session.id) }
            }
        }
        guard
            active.count <= 1,
            let stored = StoredSessions(
                sessions,
                activeID: active.first,
                signOuts: signOuts,
                claims: claims,
                deletions: deletions
            )
        else { throw InvalidRecord() }
        self = stored
    }
}

/// A session in its document, or one that its server still has to end.
struct SessionRecord: Codable {
    let id: String

    /// Whether the next launch restores the session.
    let isActive: Bool

    /// The end of the claim of a process to ask the server about the session.
    let claimedUntil: Date?

    /// The seconds that the device had been awake when the deletion of the account began, if it is under way.
    let deletingSince: TimeInterval?

    /// The sessions that the server has to end, and the date of the sign-out, if the session has ended here.
    let signOutScope: String?
    let signedOutAt: Date?

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

    /// The requests that may carry the token of a server, if it came in a cookie.
    let tokenCookie: CookieRecord?

    /// The requests that may carry the refresh token, if it came in a cookie.
    let refreshCookie: CookieRecord?

    /// The server's own key of the account.
    let serverKey: String?

    let startedAt: Date
    let lastUsedAt: Date
    let expiresAt: Date?

    init(_ signOut: PendingSignOut, claimedUntil: Date?) {
        self.init(signOut.session, isActive: false, claimedUntil: claimedUntil, signOut: signOut)
    }

    init(
        _ session: Session,
        isActive: Bool,
        claimedUntil: Date?,
        deletingSince: TimeInterval? = nil,
        signOut: PendingSignOut? = nil
    ) {
        id = session.id.digits
        self.isActive = isActive
        self.claimedUntil = claimedUntil
        self.deletingSince = deletingSince
        signOutScope = signOut?.scope.rawValue
        signedOutAt = signOut?.signedOutAt
        accountID = session.accountID.text
        registrationID = session.registrationID?.digits
        profile = session.profile.texts
        token = session.token.isIssuedHere ? nil : session.token.revealed
        tokenDigest = session.token.isIssuedHere ? session.token.digest.revealed : nil
        tokenExpiresAt = session.tokens.accessExpiresAt
        refreshToken = session.tokens.refresh?.revealed
        refreshExpiresAt = session.tokens.refreshExpiresAt
        tokenCookie = session.tokens.accessCookie.map { CookieRecord($0) }
        refreshCookie = session.tokens.refreshCookie.map { CookieRecord($0) }
        serverKey = session.serverKey
        startedAt = session.startedAt
        lastUsedAt = session.lastUsedAt
        expiresAt = session.expiresAt
    }

    /// The sign-out of a session, or nil if the session has not ended.
    func signOut(of session: Session) throws(InvalidRecord) -> PendingSignOut? {
        switch (signOutScope, signedOutAt) {
        case (nil, nil): return nil
        case (let scope?, let date?):
            let signOut = PendingSignOut(session, everywhere: scope == "everywhere", signedOutAt: date)
            guard signOut.scope.rawValue == scope, !isActive, deletingSince == nil else { throw InvalidRecord() }
            return signOut
        default: throw InvalidRecord()
        }
    }

    func session() throws(InvalidRecord) -> Session {
        guard let id = SessionID(digits: id) else { throw InvalidRecord() }
        return Session(
            id: id,
            accountID: try AccountID(record: accountID),
            registrationID: try registrationID.map { digits throws(InvalidRecord) in try RegistrationID(record: digits)
            },
            profile: try Profile(texts: profile),
            tokens: TokenSet(
                try accessToken(),
                accessExpiresAt: tokenExpiresAt,
                refresh: refreshToken.map { RefreshToken($0) },
                refreshExpiresAt: refreshExpiresAt,
                accessCookie: tokenCookie?.scope,
                refreshCookie: refreshCookie?.scope
            ),
            serverKey: serverKey,
            startedAt: startedAt,
            lastUsedAt: lastUsedAt,
            expiresAt: expiresAt,
            isRemembered: true
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

/// The requests that may carry a token from a cookie, in the document of the sessions.
struct CookieRecord: Codable {
    let domain: String
    let path: String
    let isSecure: Bool
    let expiresAt: Date?

    init(_ scope: CookieScope) {
        domain = scope.domain
        path = scope.path
        isSecure = scope.isSecure
        expiresAt = scope.expiresAt
    }

    var scope: CookieScope { CookieScope(domain: domain, path: path, isSecure: isSecure, expiresAt: expiresAt) }
}
