#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The proof of an account service that a user is the owner of an account.
public struct Authentication: Hashable, Sendable {
    /// The ID, spelt as it was registered if the service knows that, or else as the user typed it.
    public let accountID: AccountID

    /// The profile of the account owner.
    public let profile: Profile

    /// The token for later requests.
    public let token: AccessToken

    /// The date on which the token expires, or nil if the service sets none.
    public let tokenExpiresAt: Date?

    /// The date of the registration, or nil if the service does not report it; no session starts before it.
    public let registeredAt: Date?

    /// Creates an authentication.
    ///
    /// - Parameters:
    ///   - accountID: The ID, spelt as it was registered if that is known, or else as the user typed it.
    ///   - profile: The profile of the account owner.
    ///   - token: The token for later requests.
    ///   - tokenExpiresAt: The date on which the token expires, or nil if the service sets none.
    ///   - registeredAt: The date of the registration, or nil if the service does not report it.
    public init(
        accountID: AccountID,
        profile: Profile,
        token: AccessToken,
        tokenExpiresAt: Date? = nil,
        registeredAt: Date? = nil
    ) {
        self.accountID = accountID
        self.profile = profile
        self.token = token
        self.tokenExpiresAt = tokenExpiresAt
        self.registeredAt = registeredAt
    }
}
