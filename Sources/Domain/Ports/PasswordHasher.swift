/// A function that hashes passwords, slowly on purpose.
///
/// An implementation does its work outside the threads of the cooperative pool.
public protocol PasswordHasher: Sendable {
    /// Hashes a password with a new salt.
    ///
    /// - Parameter password: The password.
    /// - Returns: A self-describing hash.
    /// - Throws: ``PasswordHashingError``.
    func hash(_ password: Password) async throws(PasswordHashingError) -> PasswordHash

    /// Compares a password with a hash, in a time that does not depend on where they differ.
    ///
    /// - Parameters:
    ///   - password: The password that the user typed.
    ///   - passwordHash: The hash of the account.
    /// - Returns: Whether the hash is that of the password.
    /// - Throws: ``PasswordHashingError``.
    func verify(_ password: Password, against passwordHash: PasswordHash) async throws(PasswordHashingError) -> Bool

    /// Does the work of a failed verification, for an ID that has no account; by default, that of a new hash, which is
    /// correct for a hasher with a single cost.
    ///
    /// - Parameter password: The password that the user typed.
    /// - Throws: ``PasswordHashingError``.
    func simulateVerification(of password: Password) async throws(PasswordHashingError)

    /// Returns whether a hash should be replaced, because it was made at a lower cost than new ones; false by default.
    ///
    /// - Parameter passwordHash: The hash of an account.
    /// - Returns: Whether to hash the password again the next time that it is verified.
    func isOutdated(_ passwordHash: PasswordHash) -> Bool
}

extension PasswordHasher {
    public func simulateVerification(of password: Password) async throws(PasswordHashingError) {
        _ = try await hash(password)
    }

    public func isOutdated(_ passwordHash: PasswordHash) -> Bool { false }
}

/// The reason why a password was neither hashed nor compared.
public enum PasswordHashingError: Error, Hashable, Sendable {
    /// The hasher does not accept the password.
    case unacceptable(ValidationIssue)

    /// The stored hash is damaged, or its algorithm is unknown.
    case corruptPasswordHash

    /// Too many passwords are waiting to be hashed.
    case busy

    /// The system cannot hash passwords, or has no memory for it.
    case unavailable

    /// The task was cancelled.
    case cancelled
}
