/// The reason why an account was not registered.
public enum RegistrationError: Error, Hashable, Sendable {
    /// The ID is taken.
    case duplicateAccount

    /// The service does not accept a text of the registration.
    case invalidInput([FieldIssue])

    /// The service failed.
    case service(AccountServiceFailure)

    init(_ error: PasswordHashingError) {
        if case .unacceptable(let issue) = error {
            self = .invalidInput([FieldIssue(field: .password, issue: issue)])
        } else {
            self = .service(AccountServiceFailure(error))
        }
    }

    init(_ error: AccountInsertionError) {
        switch error {
        case .idTaken: self = .duplicateAccount
        case .storage(let error): self = .service(.storage(error))
        }
    }
}

/// The reason why a user was not authenticated.
public enum AuthenticationError: Error, Hashable, Sendable {
    /// The ID is unknown or the password is incorrect; the error does not reveal which.
    case invalidCredentials

    /// After repeated wrong passwords, sign-ins are rejected.
    ///
    /// This does not reveal whether the account exists.
    case throttled(Throttling)

    /// The service does not accept the input.
    case invalidInput([FieldIssue])

    /// The service failed.
    case service(AccountServiceFailure)

    init(_ error: PasswordHashingError) {
        if case .unacceptable(let issue) = error {
            self = .invalidInput([FieldIssue(field: .password, issue: issue)])
        } else {
            self = .service(AccountServiceFailure(error))
        }
    }
}

/// The reason why an account service failed; the user's input is not to blame.
public enum AccountServiceFailure: Error, Hashable, Sendable {
    /// The store failed.
    case storage(StorageError)

    /// The stored password hash of the account is damaged.
    case corruptPasswordHash

    /// Too many users are signing in at the same time.
    case busy

    /// The system cannot hash passwords, or has no memory for it.
    case hashingUnavailable

    /// The service does not offer this operation.
    case notOffered

    /// The service no longer accepts the token of the session, so the user has to sign in again.
    case tokenRefused

    /// The task was cancelled; a server may have completed the request nevertheless.
    case cancelled

    /// The server failed, or rejected the request.
    case remote(RemoteFailure)

    /// Whether the service may have done what it was asked for nevertheless.
    public var leavesOutcomeUnknown: Bool {
        switch self {
        case .cancelled, .remote(.outcomeUnknown), .remote(.undecodable), .remote(.serverError): true
        case .storage, .corruptPasswordHash, .busy, .hashingUnavailable, .notOffered, .tokenRefused, .remote: false
        }
    }

    init(_ error: PasswordHashingError) {
        switch error {
        case .corruptPasswordHash: self = .corruptPasswordHash
        case .busy: self = .busy
        // An unacceptable password belongs to its field; see the errors that carry this failure.
        case .unavailable, .unacceptable: self = .hashingUnavailable
        case .cancelled: self = .cancelled
        }
    }
}
