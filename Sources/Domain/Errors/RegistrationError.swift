/// Why an account service did not register somebody.
public enum RegistrationError: Error, Hashable, Sendable {
    /// An account has that ID.
    case duplicateAccount

    /// The service does not take what was typed.
    case invalidInput([FieldIssue])

    /// The account is registered, and its owner is to sign in: the service lets nobody in by signing up.
    case registeredSignInRequired

    /// The service could not do its work.
    case failed(AccountServiceFailure)

    /// Whether it tells that somebody has the ID, or that nobody had it.
    var tellsWhoHasID: Bool {
        switch self {
        case .duplicateAccount, .registeredSignInRequired: true
        case .invalidInput, .failed: false
        }
    }

    init(_ error: PasswordHashingError) {
        switch error {
        case .unacceptable(let issue): self = .invalidInput([FieldIssue(field: .password, issue: issue)])
        case .failed(let failure): self = .failed(failure)
        }
    }

    init(_ error: AccountInsertionError) {
        switch error {
        case .idTaken: self = .duplicateAccount
        case .storage(let error): self = .failed(.storage(error))
        }
    }
}
