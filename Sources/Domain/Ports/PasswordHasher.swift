/// Makes password hashes out of passwords and compares the two.
///
/// Hashing is slow on purpose. An implementation does it apart from the threads that run tasks.
public protocol PasswordHasher: Sendable {
    /// Makes a password hash with a fresh salt.
    ///
    /// - Parameter password: The password to keep.
    /// - Returns: A password hash that says how it was made.
    /// - Throws: ``PasswordHashingError``.
    func hash(_ password: Password) async throws(PasswordHashingError) -> PasswordHash

    /// Compares a password with a password hash, in a time that does not depend on where they differ.
    ///
    /// - Parameters:
    ///   - password: The password that was typed.
    ///   - passwordHash: The password hash of the account.
    /// - Returns: Whether the password hash was made of that password.
    /// - Throws: ``PasswordHashingError``.
    func verify(_ password: Password, against passwordHash: PasswordHash) async throws(PasswordHashingError) -> Bool

    /// Does the work of a comparison that fails, where there is no password hash to compare with.
    ///
    /// - Parameter password: The password that was typed.
    /// - Throws: ``PasswordHashingError``.
    func refuse(_ password: Password) async throws(PasswordHashingError)

    /// Tells whether a password hash was made at less than the present cost, so that the next password that it verifies is
    /// to be hashed anew.
    ///
    /// - Parameter passwordHash: The password hash of an account.
    /// - Returns: Whether a new one would be better.
    func isOutdated(_ passwordHash: PasswordHash) -> Bool
}

extension PasswordHasher {
    /// Makes a password hash that nobody wants, which is the work of a comparison for a hasher of only one cost.
    ///
    /// - Parameter password: The password that was typed.
    /// - Throws: ``PasswordHashingError``.
    public func refuse(_ password: Password) async throws(PasswordHashingError) {
        _ = try await hash(password)
    }

    /// Takes every password hash for as good as a new one, as a hasher of only one cost does.
    ///
    /// - Parameter passwordHash: The password hash of an account.
    /// - Returns: False.
    public func isOutdated(_ passwordHash: PasswordHash) -> Bool { false }
}

/// Why a password was neither hashed nor compared.
public enum PasswordHashingError: Error, Hashable, Sendable {
    /// The hasher does not accept such a password.
    case unacceptable(ValidationIssue)

    /// The stored password hash is damaged, or of a kind that the hasher does not know.
    case corruptPasswordHash

    /// Too many passwords are waiting to be hashed.
    case busy

    /// The system has no means to hash passwords, or no memory for it.
    case unavailable

    /// The task was cancelled.
    case cancelled
}
