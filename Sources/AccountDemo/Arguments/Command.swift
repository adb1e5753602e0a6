/// What the program is asked to do.
package enum Command: Equatable, Sendable {
    /// Play an account's life and print what happens.
    case tour

    /// Register an account and sign in.
    case signUp(id: String, nickname: String)

    /// Sign in.
    case signIn(id: String, remember: Bool)

    /// Tell who is signed in.
    case status

    /// Sign out.
    case signOut

    /// Change the password of the account that is signed in.
    case changePassword

    /// Delete the account that is signed in.
    case withdraw

    /// List the accounts.
    case accounts

    /// Open every store and tell what is there.
    case verify

    /// Explain how the program is used.
    case help
}
