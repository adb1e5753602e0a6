/// The screens that have a title.
public enum ScreenName: Hashable, Sendable, CaseIterable {
    /// The start screen.
    case start
    /// The sign-up screen.
    case signUp
    /// The sign-in screen.
    case signIn
    /// The screen for a step before a session.
    case challenge
    /// The screen for a forgotten password.
    case passwordReset
    /// The agreement screen.
    case agreement
    /// The welcome screen.
    case welcome
    /// The main screen, whether the user is signed in or not.
    case main
    /// The account screen.
    case account
    /// The profile screen.
    case profile
    /// The screen for one-time passwords.
    case totp
    /// The account switcher.
    case accounts
}

/// The buttons and switches that have a title.
public enum ButtonName: Hashable, Sendable, CaseIterable {
    /// The button for the action of the start screen.
    case start
    /// The button that registers an account.
    case signUp
    /// The button that signs in.
    case signIn
    /// The switch for whether the next launch restores the session.
    case remember
    /// The button that signs out.
    case signOut
    /// The button that signs all accounts out.
    case signOutAll
    /// The button that adds an account.
    case addAccount
    /// The button that deletes the account.
    case deleteAccount
    /// The button that changes the password.
    case changePassword
    /// The button that shows the screen for a forgotten password.
    case forgotPassword
    /// The button that submits the code of a step.
    case submitCode
    /// The button that goes on with the confirmation of an address.
    case confirmAddress
    /// The button that requests a message with a code.
    case requestCode
    /// The button that requests another message.
    case resendCode
    /// The button that asks for a code that the user has already.
    case enterCode
    /// The button that asks for the ID again.
    case changeID
    /// The button that sets a new password.
    case setPassword
    /// The button that makes a recovery code.
    case makeRecoveryCode
    /// The button that exports the data about the account.
    case exportAccount
    /// The button that shows the account screen.
    case account
    /// The button that shows the profile screen.
    case profile
    /// The button that shows the screen for one-time passwords.
    case totp
    /// The button that makes a key for an authenticator app.
    case beginTOTP
    /// The button that turns one-time passwords on.
    case enableTOTP
    /// The button that turns one-time passwords off.
    case disableTOTP
    /// The button that saves the changes of a form.
    case save
    /// The button that throws the changes of a form away.
    case revert
    /// The button that agrees to terms.
    case agree
    /// The button that shows the terms.
    case terms
    /// The button that shows the text of a secret field.
    case reveal
    /// The button that hides the text of a secret field.
    case obscure
    /// The button that dismisses an alert.
    case confirm
    /// The button that cancels.
    case cancel
    /// The button that tries again.
    case retry
    /// The button that starts over without data that cannot be read.
    case startOver
    /// The button that goes back.
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
    /// The user has to keep a recovery code.
    case recoveryCode
    /// An operation has succeeded in part.
    case notice
    /// Starting over without data that cannot be read needs a confirmation.
    case startingOver
}

/// The prompts that say what the user has to do.
public enum Prompt: Hashable, Sendable, CaseIterable {
    /// The user has to agree to the terms before signing in.
    case agreeToTerms
    /// The user types the ID of the account whose password is forgotten, or its e-mail address.
    case requestCode
    /// The user types the code of the message that was requested.
    case enterCode
    /// The user types the code of a message or a link that was opened.
    case enterReceivedCode
    /// The user types the recovery code.
    case enterRecoveryCode
    /// The user can make a key for an authenticator app.
    case beginTOTP
    /// The user types the key into an authenticator app, or scans it, and types the first code.
    case confirmTOTP
    /// The user can turn one-time passwords off.
    case disableTOTP
    /// The user can sign in with the new password.
    case passwordSet
    /// What follows needs the current password.
    case passwordNeeded
    /// The user has to confirm starting over without data that cannot be read.
    case startOver
}
