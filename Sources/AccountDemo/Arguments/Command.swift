package import Domain

/// What the program is asked to do.
package enum Command: Equatable, Sendable {
    /// Fill the terminal with the app.
    case fullScreen

    /// Play the five systems and print what happens, so many lines a second; nil is as quickly as possible.
    case tour(speed: Int?)

    /// Register an account and sign in.
    case signUp(id: String, profile: [AccountField: String])

    /// Sign in.
    case signIn(id: String, remember: Bool)

    /// Tell who is signed in.
    case status

    /// Sign out.
    case signOut

    /// Change the password of the account that is signed in.
    case changePassword

    /// Delete the account that is signed in.
    case deleteAccount

    /// List the accounts.
    case accounts

    /// Open every store and tell what is there.
    case verify

    /// Save what can be read of damaged accounts into another folder.
    case repair(to: String)

    /// Write the accounts anew, without what was deleted or replaced.
    case compact

    /// Write the accounts, one a line.
    case exportAccounts(to: TransferPlace, replacesExisting: Bool)

    /// Add accounts, one a line.
    case importAccounts(from: TransferPlace, isStrict: Bool)

    /// Print a script by which a shell completes command lines.
    case completions(ShellName)

    /// Explain how the program, or one command of it, is used.
    case help(CommandName?)

    /// Tell which version of the program this is.
    case version

    /// How many lines a second the tour can print at the wish of somebody who looks on.
    package static let speeds = 1...1_000
}
