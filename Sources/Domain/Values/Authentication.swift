#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An account service's answer that somebody is who they say.
public struct Authentication: Hashable, Sendable {
    /// The account, spelt as it was registered; by a service that does not know that, as it was typed.
    public let accountID: AccountID

    /// What the service knows about the owner.
    public let profile: Profile

    /// What later calls have to show.
    public let token: AccessToken

    /// When the token ends, or nil where the service sets no end.
    public let expiresAt: Date?

    /// When the account was registered, or nil where the service does not say; no session of it began before.
    public let registeredAt: Date?

    /// Creates an authentication.
    ///
    /// - Parameters:
    ///   - accountID: The account, spelt as it was registered where that is known, and as it was typed otherwise.
    ///   - profile: What the service knows about the owner.
    ///   - token: What later calls have to show.
    ///   - expiresAt: When the token ends, or nil where the service sets no end.
    ///   - registeredAt: When the account was registered, or nil where the service does not say.
    public init(
        accountID: AccountID,
        profile: Profile,
        token: AccessToken,
        expiresAt: Date? = nil,
        registeredAt: Date? = nil
    ) {
        self.accountID = accountID
        self.profile = profile
        self.token = token
        self.expiresAt = expiresAt
        self.registeredAt = registeredAt
    }
}
