#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A registered account.
public struct Account: Hashable, Sendable, Identifiable {
    /// The ID, spelt as it was registered.
    public let id: AccountID

    /// The identity of the registration, which no other account has.
    public let registrationID: RegistrationID

    /// The profile of the account owner.
    public var profile: Profile

    /// The hash of the password.
    public var passwordHash: PasswordHash

    /// The hash of the recovery code, or nil if there is none.
    public var recoveryHash: PasswordHash?

    /// The one-time passwords, or nil if there are none.
    public var totp: AccountTOTP?

    /// The date of the registration.
    public let createdAt: Date

    /// Creates an account.
    ///
    /// - Parameters:
    ///   - id: The ID, spelt as it was registered.
    ///   - registrationID: The identity of the registration; a new one by default.
    ///   - profile: The profile of the account owner.
    ///   - passwordHash: The hash of the password.
    ///   - recoveryHash: The hash of the recovery code, or nil if there is none.
    ///   - totp: The one-time passwords, or nil if there are none.
    ///   - createdAt: The date of the registration.
    public init(
        id: AccountID,
        registrationID: RegistrationID = RegistrationID(.random),
        profile: Profile = Profile(),
        passwordHash: PasswordHash,
        recoveryHash: PasswordHash? = nil,
        totp: AccountTOTP? = nil,
        createdAt: Date
    ) {
        self.id = id
        self.registrationID = registrationID
        self.profile = profile
        self.passwordHash = passwordHash
        self.recoveryHash = recoveryHash
        self.totp = totp
        self.createdAt = createdAt
    }
}
