#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Who is signed in, since when, until when, with which token, remembered or not.
public struct Session: Hashable, Sendable {
    /// The account that is signed in.
    public let accountID: AccountID

    /// What is known about its owner, so that a greeting needs no look-up.
    public let profile: Profile

    /// What later calls have to show.
    public let token: AccessToken

    /// When the session began, which is when its owner gave the password.
    public let startedAt: Date

    /// When the session was last seen in use, and so the latest time that is known to have gone by.
    public let lastUsedAt: Date

    /// When the session ends by itself, or nil where it does not.
    public let expiresAt: Date?

    /// Whether the next launch restores the session.
    public let isRemembered: Bool

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - accountID: The account that is signed in.
    ///   - profile: What is known about its owner.
    ///   - token: What later calls have to show.
    ///   - startedAt: When the session began.
    ///   - lastUsedAt: When the session was last seen in use; nil stands for its beginning.
    ///   - expiresAt: When the session ends by itself, or nil where it does not.
    ///   - isRemembered: Whether the next launch restores the session.
    public init(
        accountID: AccountID,
        profile: Profile,
        token: AccessToken,
        startedAt: Date,
        lastUsedAt: Date? = nil,
        expiresAt: Date? = nil,
        isRemembered: Bool
    ) {
        self.accountID = accountID
        self.profile = profile
        self.token = token
        self.startedAt = startedAt
        self.lastUsedAt = lastUsedAt ?? startedAt
        self.expiresAt = expiresAt
        self.isRemembered = isRemembered
    }

    /// Creates the session that an authentication begins.
    ///
    /// It does not begin before the account was registered, even where the clock has been set back since.
    ///
    /// - Parameters:
    ///   - authentication: The account service's answer.
    ///   - startedAt: When the session begins.
    ///   - isRemembered: Whether the next launch restores the session.
    ///   - policy: When the session ends by itself.
    public init(
        _ authentication: Authentication,
        startedAt: Date,
        isRemembered: Bool,
        policy: SessionPolicy = .untilSignOut
    ) {
        let start = max(startedAt, authentication.registeredAt ?? startedAt)
        self.init(
            accountID: authentication.accountID,
            profile: authentication.profile,
            token: authentication.token,
            startedAt: start,
            expiresAt: policy.end(of: authentication, beginningAt: start),
            isRemembered: isRemembered
        )
    }

    /// The same session, seen in use once more.
    ///
    /// - Parameter date: The present time.
    /// - Returns: The session with that time in ``lastUsedAt``.
    public func touched(at date: Date) -> Session {
        Session(
            accountID: accountID,
            profile: profile,
            token: token,
            startedAt: startedAt,
            lastUsedAt: date,
            expiresAt: expiresAt,
            isRemembered: isRemembered
        )
    }

    /// Tells whether the session has ended by itself.
    ///
    /// - Parameter date: The present time.
    /// - Returns: True from the very moment of ``expiresAt`` on.
    public func isExpired(at date: Date) -> Bool {
        guard let expiresAt else { return false }
        return date >= expiresAt
    }
}
