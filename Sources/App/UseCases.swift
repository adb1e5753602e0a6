public import Domain

/// The use cases of an app, for its own view models.
///
/// ``AppComposition/shutDown()`` does not wait for these; it waits for the methods of ``AppComposition`` that call them.
public struct UseCases: Sendable {
    /// Registers an account and signs its owner in.
    public let signUp: SignUp

    /// Signs a user in.
    public let signIn: SignIn

    /// Restores the remembered session at launch.
    public let restoreSession: RestoreSession

    /// Ends the session.
    public let signOut: SignOut

    /// Deletes the account of the signed-in user.
    public let deleteAccount: DeleteAccount

    /// Changes the password of the signed-in user; nil if the accounts are on a server.
    public let changePassword: ChangePassword?

    /// Stores agreements to terms.
    public let agreeToTerms: AgreeToTerms

    /// Finds the terms that an account has not agreed to.
    public let reviewTerms: ReviewTerms

    /// Lists the accounts on this device.
    public let listAccounts: ListAccounts
}
