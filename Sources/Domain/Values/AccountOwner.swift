/// Whose account it is, as an account authority tells it.
public struct AccountOwner: Hashable, Sendable {
    /// The account, spelt as it was registered.
    public let accountID: AccountID

    /// What the authority knows about the owner.
    public let profile: Profile

    /// Creates an owner.
    ///
    /// - Parameters:
    ///   - accountID: The account, spelt as it was registered.
    ///   - profile: What the authority knows about the owner.
    public init(accountID: AccountID, profile: Profile = Profile()) {
        self.accountID = accountID
        self.profile = profile
    }
}
