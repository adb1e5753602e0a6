#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What is registered: an ID, what is known about its owner, and how the password is kept.
public struct Account: Hashable, Sendable, Identifiable {
    /// The ID, spelt as it was registered.
    public let id: AccountID

    /// What is known about the owner.
    public var profile: Profile

    /// How the password is kept.
    public var passwordHash: PasswordHash

    /// When the account was registered.
    public let createdAt: Date

    /// Creates an account.
    ///
    /// - Parameters:
    ///   - id: The ID, spelt as it was registered.
    ///   - profile: What is known about the owner.
    ///   - passwordHash: How the password is kept.
    ///   - createdAt: When the account was registered.
    public init(id: AccountID, profile: Profile = Profile(), passwordHash: PasswordHash, createdAt: Date) {
        self.id = id
        self.profile = profile
        self.passwordHash = passwordHash
        self.createdAt = createdAt
    }
}
