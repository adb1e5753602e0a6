#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An account service that can look up the owner of a session.
public protocol SessionVerifying: Sendable {
    /// Returns the owner of a session's token.
    ///
    /// - Parameter session: The session.
    /// - Returns: The account of the session and its profile, never another account.
    /// - Throws: ``AccountServiceFailure``; `.tokenRefused` means that the session has ended, and
    ///   `.notOffered` that the service cannot be asked.
    func owner(of session: Session) async throws(AccountServiceFailure) -> AccountOwner
}

/// An account and its profile, as an account service reports them.
public struct AccountOwner: Hashable, Sendable {
    /// The ID, spelt as it was registered.
    public let accountID: AccountID

    /// The profile.
    public let profile: Profile

    /// The date of the registration, or nil if the service does not say.
    public let createdAt: Date?

    /// Whether the service says that the address is confirmed; not every service does.
    public let isAddressConfirmed: Bool

    /// Creates an owner.
    ///
    /// - Parameters:
    ///   - accountID: The ID, spelt as it was registered.
    ///   - profile: The profile.
    ///   - createdAt: The date of the registration, or nil if the service does not say.
    ///   - isAddressConfirmed: Whether the service says that the address is confirmed.
    public init(
        accountID: AccountID,
        profile: Profile = Profile(),
        createdAt: Date? = nil,
        isAddressConfirmed: Bool = false
    ) {
        self.accountID = accountID
        self.profile = profile
        self.createdAt = createdAt
        self.isAddressConfirmed = isAddressConfirmed
    }
}
