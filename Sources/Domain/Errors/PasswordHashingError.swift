/// Why a password was neither hashed nor compared.
public enum PasswordHashingError: Error, Hashable, Sendable {
    /// The hasher does not take such a password.
    case unacceptable(ValidationIssue)

    /// The hasher could not do its work: `.corruptPasswordHash`, `.busy`, `.hashingUnavailable` or `.cancelled`.
    case failed(AccountServiceFailure)
}
