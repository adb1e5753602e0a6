public import Domain

/// Why something was not done to the account that is signed in.
public enum AccountFailure: Error, Hashable, Sendable {
    /// The password was not changed, or its change has left something undone.
    case passwordNotChanged(ChangePasswordError)

    /// The account was not deleted.
    case notDeleted(DeleteAccountError)
}
