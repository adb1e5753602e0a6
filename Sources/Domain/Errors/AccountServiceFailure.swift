/// Why an account service could not do its work, through nobody's fault here.
public enum AccountServiceFailure: Error, Hashable, Sendable {
    /// The store failed.
    case storage(StorageError)

    /// The stored password hash of the account is damaged.
    case corruptPasswordHash

    /// Too many people are signing in at once.
    case busy

    /// The system has no means to hash passwords, or no memory for it.
    case hashingUnavailable

    /// The task was cancelled; a server that had been asked by then may have done it all the same.
    case cancelled

    /// The server that keeps the accounts did not do it.
    case remote(RemoteFailure)

    /// The failure of a hasher; the issue of a password that it does not accept belongs to its field instead.
    init(_ error: PasswordHashingError) {
        switch error {
        case .corruptPasswordHash: self = .corruptPasswordHash
        case .busy: self = .busy
        case .unavailable, .unacceptable: self = .hashingUnavailable
        case .cancelled: self = .cancelled
        }
    }
}
