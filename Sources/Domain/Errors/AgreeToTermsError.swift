/// Why an agreement to terms was not stored.
public enum AgreeToTermsError: Error, Hashable, Sendable {
    /// The session is of no account any more; nothing of the agreement is stored.
    case sessionEnded

    /// The account service or the store could not do its work; nothing was changed, unless the account was deleted
    /// meanwhile and its agreement could not be removed again.
    case failed(AccountServiceFailure)
}
