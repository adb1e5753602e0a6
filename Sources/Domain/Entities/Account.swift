#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A registered account.
public struct Account: Hashable, Sendable, Identifiable {
    /// The ID, spelt as it was registered.
    public let id: AccountID

    /// The profile of the account owner.
    public var profile: Profile

    /// The hash of the password.
    public var passwordHash: PasswordHash

    /// The date of the registration.
    public let createdAt: Date

    /// Creates an account.
    ///
    /// - Parameters:
    ///   - id: The ID, spelt as it was registered.
    ///   - profile: The profile of the account owner.
    ///   - passwordHash: The hash of the password.
    ///   - createdAt: The date of the registration.
    public init(id: AccountID, profile: Profile = Profile(), passwordHash: PasswordHash, createdAt: Date) {
        self.id = id
        self.profile = profile
        self.passwordHash = passwordHash
        self.createdAt = createdAt
    }
}
