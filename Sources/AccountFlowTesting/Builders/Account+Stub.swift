public import Domain
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Account {
    /// An account of which a test says only what matters to it: everything has a value unless it is given one.
    ///
    /// - Parameters:
    ///   - id: The ID, spelt as it was registered.
    ///   - profile: What is known about the owner.
    ///   - passwordHash: How the password is kept.
    ///   - createdAt: When the account was registered.
    /// - Returns: The account.
    public static func stub(
        id: AccountID = .stub(),
        profile: Profile = Profile(nickname: .stub()),
        passwordHash: PasswordHash = PasswordHash("hash of password1"),
        createdAt: Date = .stub
    ) -> Account {
        Account(id: id, profile: profile, passwordHash: passwordHash, createdAt: createdAt)
    }
}
