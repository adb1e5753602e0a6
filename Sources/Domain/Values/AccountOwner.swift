/// Whose account it is, as an account service tells it.
public struct AccountOwner: Hashable, Sendable {
    /// The account, spelt as it was registered.
    public let accountID: AccountID

    /// What the service knows about the owner.
    public let profile: Profile

    /// Creates an owner.
    ///
    /// - Parameters:
    ///   - accountID: The account, spelt as it was registered.
    ///   - profile: What the service knows about the owner.
    public init(accountID: AccountID, profile: Profile = Profile()) {
        self.accountID = accountID
        self.profile = profile
    }
}
