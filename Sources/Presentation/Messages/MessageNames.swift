/// The screens that have a title.
public enum ScreenName: Hashable, Sendable, CaseIterable {
    /// The start screen.
    case start
    /// The sign-up screen.
    case signUp
    /// The sign-in screen.
    case signIn
    /// The welcome screen.
    case welcome
    /// The main screen, whether the user is signed in or not.
    case main
    /// The account screen.
    case account
}

/// The buttons and switches that have a title.
public enum ButtonName: Hashable, Sendable, CaseIterable {
    /// Performs the action of the start screen.
    case start
    /// Registers an account.
    case signUp
    /// Signs in.
    case signIn
    /// Sets whether the next launch restores the session.
    case remember
    /// Signs out.
    case signOut
    /// Deletes the account.
    case deleteAccount
    /// Changes the password.
    case changePassword
    /// Goes to the account screen.
    case account
    /// Agrees to terms.
    case agree
    /// Shows the terms.
    case terms
    /// Shows the text of a secret field.
    case reveal
    /// Hides the text of a secret field.
    case obscure
    /// Dismisses an alert.
    case confirm
    /// Cancels.
    case cancel
    /// Tries again.
    case retry
    /// Goes back.
    case back
}

/// The titles of alerts, and the outcomes that a label shows.
public enum StatusTitle: Hashable, Sendable, CaseIterable {
    /// The sign-in has succeeded.
    case signedIn
    /// The sign-in has failed.
    case signInFailed
    /// The sign-up has failed.
    case signUpFailed
    /// An agreement to terms is missing.
    case termsRequired
    /// The deletion of the account needs a confirmation.
    case accountDeletion
    /// An operation has succeeded in part.
    case notice
}

/// The prompts before an action that needs a confirmation.
public enum Prompt: Hashable, Sendable, CaseIterable {
    /// The user has to agree to the terms before signing in.
    case agreeToTerms
    /// The user has to confirm the deletion of the account.
    case deleteAccount
}
