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
