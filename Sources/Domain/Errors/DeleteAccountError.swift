#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Why an account was not deleted; as far as anybody here can tell, it is still there.
public enum DeleteAccountError: Error, Hashable, Sendable {
    /// The session is of no account any more: it was deleted before, and its ID may belong to somebody else by now.
    case sessionEnded

    /// The session is so old that the password is asked for once more; nothing was changed.
    case passwordRequired

    /// The password is another one; nothing was changed.
    case wrongPassword

    /// There were too many wrong passwords: nobody may try before that time, or, without one, before somebody lifts the
    /// ban; nothing was changed.
    case throttled(until: Date?)

    /// The account service or a store could not do its work; the session and the agreements are as they were, but for
    /// a session whose token the server refuses, which is over.
    case failed(AccountServiceFailure)

    /// The account service or a store could not do its work, and what had been removed before could not be stored
    /// again: the owner has to sign in anew, and perhaps to agree to terms anew.
    case failedSignedOut(AccountServiceFailure, StorageError)

    init(_ error: AuthenticationError) {
        switch error {
        case .invalidCredentials, .invalidInput: self = .wrongPassword
        case .throttled(let until): self = .throttled(until: until)
        case .failed(let failure): self = .failed(failure)
        }
    }
}
