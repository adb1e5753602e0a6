/// Why an account was not withdrawn; its session is as it was, unless the case says otherwise.
public enum WithdrawAccountError: Error, Hashable, Sendable {
    /// The stored session could not be removed, so the account was left alone.
    case sessionNotCleared(StorageError)

    /// The account authority could not do its work.
    case failed(AuthorityFailure)

    /// The account authority could not do its work, and the session could not be stored again: the owner has to
    /// sign in anew.
    case failedSignedOut(AuthorityFailure, StorageError)
}
