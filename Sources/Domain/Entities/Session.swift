#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A sign-in of an account.
public struct Session: Hashable, Sendable {
    /// The identity of the session.
    public let id: SessionID

    /// The account that is signed in.
    public let accountID: AccountID

    /// The identity of the account's registration, or nil if the service has none.
    public let registrationID: RegistrationID?

    /// The profile of the account owner at the sign-in.
    public private(set) var profile: Profile

    /// The tokens of the session.
    ///
    /// Their expiry ends no session: the service decides about a token when it receives it.
    public private(set) var tokens: TokenSet

    /// The server's own key of the account, or nil if the service has none.
    public let serverKey: String?

    /// The date of the sign-in.
    public let startedAt: Date

    /// The date of the last recorded use; if the clock shows an earlier date, it was set back.
    public private(set) var lastUsedAt: Date

    /// The date on which the session expires by the ``SessionPolicy``, or nil if it does not.
    public let expiresAt: Date?

    /// Whether the next launch restores the session.
    public let isRemembered: Bool

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - id: The identity of the session.
    ///   - accountID: The account that is signed in.
    ///   - registrationID: The identity of the account's registration, or nil if the service has none.
    ///   - profile: The profile of the account owner.
    ///   - tokens: The tokens of the session.
    ///   - serverKey: The server's own key of the account, or nil if the service has none.
    ///   - startedAt: The date of the sign-in.
    ///   - lastUsedAt: The date of the last recorded use; nil stands for `startedAt`.
    ///   - expiresAt: The date on which the session expires, or nil if it does not.
    ///   - isRemembered: Whether the next launch restores the session.
    public init(
        id: SessionID,
        accountID: AccountID,
        registrationID: RegistrationID? = nil,
        profile: Profile,
        tokens: TokenSet,
        serverKey: String? = nil,
        startedAt: Date,
        lastUsedAt: Date? = nil,
        expiresAt: Date? = nil,
        isRemembered: Bool
    ) {
        self.id = id
        self.accountID = accountID
        self.registrationID = registrationID
        self.profile = profile
        self.tokens = tokens
        self.serverKey = serverKey
        self.startedAt = startedAt
        self.lastUsedAt = lastUsedAt ?? startedAt
        self.expiresAt = expiresAt
        self.isRemembered = isRemembered
    }

    /// Creates the session of an authenticated user.
    ///
    /// - Parameters:
    ///   - authentication: The answer of the account service.
    ///   - id: The identity of the session.
    ///   - startedAt: The current date.
    ///   - isRemembered: Whether the next launch restores the session.
    ///   - policy: The policy that sets the expiry date.
    public init(
        _ authentication: Authentication,
        id: SessionID,
        startedAt: Date,
        isRemembered: Bool,
        policy: SessionPolicy = .untilSignOut
    ) {
        self.init(
            id: id,
            accountID: authentication.accountID,
            registrationID: authentication.registrationID,
            profile: authentication.profile,
            tokens: authentication.tokens,
            serverKey: authentication.serverKey,
            startedAt: startedAt,
            expiresAt: policy.expirationDate(startingAt: startedAt),
            isRemembered: isRemembered
        )
    }

    /// The token that the account service requires.
    public var token: AccessToken { tokens.access }

    /// Returns the session with a use recorded in ``lastUsedAt``.
    package func touched(at date: Date) -> Session {
        var session = self
        session.lastUsedAt = date
        return session
    }

    /// Returns the session with other tokens and the same identity.
    package func with(_ tokens: TokenSet) -> Session {
        var session = self
        session.tokens = tokens
        return session
    }

    /// Returns the session with another profile and the same identity.
    package func with(_ profile: Profile) -> Session {
        var session = self
        session.profile = profile
        return session
    }

    /// Returns whether another session belongs to the same registration; a session without a registration ID belongs
    /// only to its own.
    func isOfRegistration(of other: Session) -> Bool {
        id == other.id
            || accountID == other.accountID && registrationID != nil && registrationID == other.registrationID
    }

    /// Returns whether another session is known to belong to another registration.
    func isOfOtherRegistration(than other: Session) -> Bool {
        guard let registrationID, let otherID = other.registrationID else { return false }
        return registrationID != otherID
    }

    /// Returns whether the session has expired.
    ///
    /// - Parameter date: The current date.
    /// - Returns: True from ``expiresAt`` on.
    public func isExpired(at date: Date) -> Bool {
        guard let expiresAt else { return false }
        return date >= expiresAt
    }
}
