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
