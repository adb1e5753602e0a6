#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The proof of an account service that a user is the owner of an account.
public struct Authentication: Hashable, Sendable {
    /// The ID, spelt as it was registered if the service knows that, or else as the user typed it.
    public let accountID: AccountID

    /// The identity of the registration, or nil if the service has none.
    public let registrationID: RegistrationID?

    /// The profile of the account owner.
    public let profile: Profile

    /// The token for later requests.
    public let token: AccessToken

    /// The date on which the token expires, or nil if the service sets none.
    public let tokenExpiresAt: Date?

    /// Creates an authentication.
    ///
    /// - Parameters:
    ///   - accountID: The ID, spelt as it was registered if that is known, or else as the user typed it.
    ///   - registrationID: The identity of the registration, or nil if the service has none.
    ///   - profile: The profile of the account owner.
    ///   - token: The token for later requests.
    ///   - tokenExpiresAt: The date on which the token expires, or nil if the service sets none.
    public init(
        accountID: AccountID,
        registrationID: RegistrationID? = nil,
        profile: Profile,
        token: AccessToken,
        tokenExpiresAt: Date? = nil
    ) {
        self.accountID = accountID
        self.registrationID = registrationID
        self.profile = profile
        self.token = token
        self.tokenExpiresAt = tokenExpiresAt
    }
}
