/// How the options are called on the command line.
package enum OptionName: String, CaseIterable, Sendable {
    case data = "--data"
    case config = "--config"
    case preset = "--preset"
    case inMemory = "--in-memory"
    case language = "--language"
    case json = "--json"
    case server = "--server"
    case api = "--api"
    case nickname = "--nickname"
    case name = "--name"
    case email = "--email"
    case phone = "--phone"
    case noRemember = "--no-remember"
    case speed = "--speed"
    case to = "--to"
    case force = "--force"
    case strict = "--strict"
    case help = "--help"
    case version = "--version"

    /// Whether a value follows.
    var takesValue: Bool {
        switch self {
        case .data, .config, .preset, .language, .server, .api, .nickname, .name, .email, .phone, .speed, .to: true
        case .inMemory, .json, .noRemember, .force, .strict, .help, .version: false
        }
    }

    /// The commands that know the option; nil for an option of the whole program.
    var commands: [CommandName]? {
        switch self {
        case .nickname, .name, .email, .phone: [.signUp]
        case .server: [.signUp, .signIn, .status, .signOut, .deleteAccount]
        case .api: [.signUp, .signIn, .status, .signOut, .deleteAccount]
        case .noRemember: [.signIn]
        case .speed: [.tour]
        case .to: [.repair]
        case .force: [.exportAccounts]
        case .strict: [.importAccounts]
        case .data, .config, .preset, .inMemory, .language, .json, .help, .version: nil
        }
    }
}
