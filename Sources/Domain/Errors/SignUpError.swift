/// Why a sign-up failed.
public enum SignUpError: Error, Hashable, Sendable {
    /// The form breaks the policy, or the service does not accept a text; nothing was registered.
    case invalidInput([FieldIssue])

    /// An account has that ID; nothing was registered.
    case duplicateAccount

    /// The account service could not do its work, and nothing was registered.
    ///
    /// A server may have registered the account all the same where its answer was lost or not awaited
    /// (`.remote(.outcomeUnknown)` and `.cancelled`), reported an internal failure (`.remote(.serverError)`), or could
    /// not be read (`.remote(.undecodable)`).
    case failed(AccountServiceFailure)

    init(_ error: RegistrationError) {
        switch error {
        case .duplicateAccount: self = .duplicateAccount
        case .invalidInput(let issues): self = .invalidInput(issues)
        case .failed(let failure): self = .failed(failure)
        }
    }
}
