/// The buttons and switches that have a title.
public enum ButtonName: Hashable, Sendable, CaseIterable {
    /// Begins, on the start screen.
    case start

    /// Registers an account.
    case signUp

    /// Signs in.
    case signIn

    /// Decides whether the next launch restores the session.
    case remember

    /// Signs out.
    case signOut

    /// Deletes the account.
    case deleteAccount

    /// Changes the password.
    case changePassword

    /// Goes to the account of the person who is signed in.
    case account

    /// Agrees to terms.
    case agree

    /// Shows the terms.
    case terms

    /// Shows what is typed into a secret field.
    case reveal

    /// Hides it again.
    case obscure

    /// Takes note of an alert.
    case confirm

    /// Gives up what was begun.
    case cancel

    /// Tries again what has failed.
    case retry

    /// Goes back to where one came from.
    case back
}
