/// The proof of an account service that a user is the owner of an account.
public struct Authentication: Hashable, Sendable {
    /// The ID, spelt as it was registered if the service knows that, or else as the user typed it.
    public let accountID: AccountID

    /// The identity of the registration, or nil if the service has none.
    public let registrationID: RegistrationID?

    /// The profile of the account owner.
    public let profile: Profile

    /// The tokens for later requests.
    public let tokens: TokenSet

    /// The server's own key of the account, or nil if the service has none.
    public let serverKey: String?

    /// Creates an authentication.
    ///
    /// - Parameters:
    ///   - accountID: The ID, spelt as it was registered if that is known, or else as the user typed it.
    ///   - registrationID: The identity of the registration, or nil if the service has none.
    ///   - profile: The profile of the account owner.
    ///   - tokens: The tokens for later requests.
    ///   - serverKey: The server's own key of the account, or nil if the service has none.
    public init(
        accountID: AccountID,
        registrationID: RegistrationID? = nil,
        profile: Profile,
        tokens: TokenSet,
        serverKey: String? = nil
    ) {
        self.accountID = accountID
        self.registrationID = registrationID
        self.profile = profile
        self.tokens = tokens
        self.serverKey = serverKey
    }
}
