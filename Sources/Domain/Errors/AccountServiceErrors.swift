#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Why an account service did not register an account.
public enum RegistrationError: Error, Hashable, Sendable {
    /// An account has that ID.
    case duplicateAccount

    /// The service does not accept a text of the registration.
    case invalidInput([FieldIssue])

    /// The service could not do its work.
    case failed(AccountServiceFailure)

    init(_ error: PasswordHashingError) {
        if case .unacceptable(let issue) = error {
            self = .invalidInput([FieldIssue(field: .password, issue: issue)])
        } else {
            self = .failed(AccountServiceFailure(error))
        }
    }

    init(_ error: AccountInsertionError) {
        switch error {
        case .idTaken: self = .duplicateAccount
        case .storage(let error): self = .failed(.storage(error))
        }
    }
}

/// Why an account service did not let somebody in.
public enum AuthenticationError: Error, Hashable, Sendable {
    /// The ID is unknown or the password is wrong; it does not say which.
    case invalidCredentials

    /// There were too many wrong passwords: nobody is let in before that time, or, without one, before somebody lifts
    /// the ban; it does not say whether there is such an account.
    case throttled(until: Date?)

    /// The service does not take what was typed.
    case invalidInput([FieldIssue])

    /// The service could not do its work.
    case failed(AccountServiceFailure)

    init(_ error: PasswordHashingError) {
        if case .unacceptable(let issue) = error {
            self = .invalidInput([FieldIssue(field: .password, issue: issue)])
        } else {
            self = .failed(AccountServiceFailure(error))
        }
    }
}

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
