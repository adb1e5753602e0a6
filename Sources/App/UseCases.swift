public import Domain

/// The use cases of an app, for its own view models.
///
/// ``AppComposition/shutDown()`` does not wait for these; it waits for the methods of ``AppComposition`` that call them.
public struct UseCases: Sendable {
    /// The use case that registers an account and signs its owner in.
    public let signUp: SignUp

    /// The use case that signs a user in.
    public let signIn: SignIn

    /// The use case that restores the remembered session at launch.
    public let restoreSession: RestoreSession

    /// The use case that ends the session.
    public let signOut: SignOut

    /// The use case that deletes the account of the signed-in user.
    public let deleteAccount: DeleteAccount

    /// The use case that changes the password of the signed-in user; nil if the accounts are on a server.
    public let changePassword: ChangePassword?

    /// The use case that stores agreements to terms.
    public let agreeToTerms: AgreeToTerms

    /// The use case that finds the terms that an account has not agreed to.
    public let reviewTerms: ReviewTerms

    /// The use case that lists the accounts on this device.
    public let listAccounts: ListAccounts
}
