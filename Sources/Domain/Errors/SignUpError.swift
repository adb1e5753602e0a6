/// Why a sign-up did not end with a remembered session.
public enum SignUpError: Error, Hashable, Sendable {
    /// What was typed is not as it should be; nothing was registered.
    case invalidInput([FieldIssue])

    /// An account has that ID; nothing was registered.
    case duplicateAccount

    /// It is not said whether the account was registered or the ID was taken: whoever chose both the ID and the password
    /// can sign in now.
    case undisclosed

    /// The account is registered, but its session could not be stored: the next launch will ask to sign in.
    case sessionNotSaved(Session, StorageError)

    /// The account is registered, but the task was cancelled before its session was stored.
    case cancelledAfterRegistration

    /// The account authority could not do its work; nothing was registered.
    case failed(AuthorityFailure)

    init(_ error: RegistrationError) {
        switch error {
        case .duplicateAccount: self = .duplicateAccount
        case .invalidInput(let issues): self = .invalidInput(issues)
        case .failed(let failure): self = .failed(failure)
        }
    }

    init(_ failure: OpenSession.Failure) {
        switch failure {
        case .cancelled: self = .cancelledAfterRegistration
        case .notSaved(let session, let error): self = .sessionNotSaved(session, error)
        }
    }
}
