/// How the commands are called on the command line.
package enum CommandName: String, CaseIterable, Sendable {
    case tour
    case signUp = "sign-up"
    case signIn = "sign-in"
    case status
    case signOut = "sign-out"
    case changePassword = "change-password"
    case withdraw
    case accounts
    case verify
    case help
}
