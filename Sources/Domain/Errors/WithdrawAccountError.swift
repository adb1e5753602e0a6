/// Why an account was not withdrawn; as far as anybody here can tell, it is still there.
public enum WithdrawAccountError: Error, Hashable, Sendable {
    /// The session is of no account any more: it was withdrawn before, and its ID may belong to somebody else by now.
    case sessionEnded

    /// The account authority or a store could not do its work; the session and the agreements are as they were.
    case failed(AuthorityFailure)

    /// The account authority or a store could not do its work, and what had been removed before could not be stored
    /// again: the owner has to sign in anew, and perhaps to agree to terms anew.
    case failedSignedOut(AuthorityFailure, StorageError)
}
