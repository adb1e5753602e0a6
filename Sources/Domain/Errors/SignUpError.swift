/// Why a sign-up did not end with a remembered session.
public enum SignUpError: Error, Hashable, Sendable {
    /// What was typed is not as it should be; nothing was registered.
    case invalidInput([FieldIssue])

    /// An account has that ID; nothing was registered.
    case duplicateAccount

    /// It is not said whether the account was registered or the ID was taken: whoever chose both the ID and the
    /// password can sign in now.
    case outcomeHidden

    /// The account is registered, but its session could not be stored: the next launch will ask to sign in.
    case sessionNotSaved(Session, StorageError)

    /// The account is registered, but the task was cancelled before its session was stored.
    case cancelledAfterRegistration

    /// The account is registered, and its owner is to sign in: the service lets nobody in by signing up.
    case registeredSignInRequired

    /// The account service could not do its work, and nothing was registered.
    ///
    /// A server that was asked may have registered the account all the same where its answer was lost or not waited for
    /// (`.remote(.outcomeUnknown)` and `.cancelled`), told of a failure within (`.remote(.serverError)`), or could not
    /// be read (`.remote(.undecodable)`).
    case failed(AccountServiceFailure)

    init(_ error: RegistrationError) {
        switch error {
        case .duplicateAccount: self = .duplicateAccount
        case .invalidInput(let issues): self = .invalidInput(issues)
        case .registeredSignInRequired: self = .registeredSignInRequired
        case .failed(let failure): self = .failed(failure)
        }
    }

    init(_ failure: OpenSession.Failure) {
        switch failure {
        case .cancelled: self = .cancelledAfterRegistration
        // Nothing is registered any more, at the wish of somebody who knows the password.
        case .deleted: self = .failed(.cancelled)
        case .notSaved(let session, let error): self = .sessionNotSaved(session, error)
        }
    }
}
