#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a list shows of an account: everything but the password hash.
public struct AccountSummary: Hashable, Sendable, Identifiable {
    /// The ID, spelt as it was registered.
    public let id: AccountID

    /// What is known about the owner.
    public let profile: Profile

    /// When the account was registered.
    public let createdAt: Date

    /// Creates the summary of an account.
    ///
    /// - Parameter account: The account to be listed.
    public init(_ account: Account) {
        id = account.id
        profile = account.profile
        createdAt = account.createdAt
    }
}
