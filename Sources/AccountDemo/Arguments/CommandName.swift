/// How the commands are called on the command line.
package enum CommandName: String, CaseIterable, Sendable {
    case tour
    case signUp = "sign-up"
    case signIn = "sign-in"
    case status
    case signOut = "sign-out"
    case changePassword = "change-password"
    case deleteAccount = "delete-account"
    case accounts
    case verify
    case repair
    case compact
    case exportAccounts = "export"
    case importAccounts = "import"
    case completions
    case help

    /// What may follow the command.
    enum Operand {
        case none
        case id
        case file
        case fileOrNone
        case shell
        case commandOrNone
    }

    /// What may follow the command.
    var operand: Operand {
        switch self {
        case .signUp, .signIn: .id
        case .importAccounts: .file
        case .exportAccounts: .fileOrNone
        case .completions: .shell
        case .help: .commandOrNone
        case .tour, .status, .signOut, .changePassword, .deleteAccount, .accounts, .verify, .repair, .compact: .none
        }
    }

    /// Whether the command makes sense for files only.
    var needsFolder: Bool {
        switch self {
        case .repair, .compact, .exportAccounts, .importAccounts: true
        case .tour, .signUp, .signIn, .status, .signOut, .changePassword, .deleteAccount, .accounts, .verify,
            .completions,
            .help:
            false
        }
    }
}
