package import App
package import Networking

/// What is wrong with a command line.
package enum UsageError: Error, Hashable, Sendable {
    /// There is no command.
    case noCommand

    /// There is no such command; perhaps the suggestion was meant.
    case unknownCommand(String, suggestion: String?)

    /// There is no such option; perhaps the suggestion was meant.
    case unknownOption(String, suggestion: String?)

    /// The option is none of this command's.
    case optionOfAnotherCommand(option: String, command: String)

    /// The option needs a value.
    case missingValue(option: String)

    /// The option takes no value.
    case unexpectedValue(option: String)

    /// The option was given before.
    case repeatedOption(String)

    /// The two options exclude each other.
    case conflictingOptions(String, String)

    /// The first option means nothing without the second one.
    case optionWithoutOther(String, String)

    /// The server's URL cannot be used, for this reason.
    case invalidServer(HTTPRequestError)

    /// The file that describes the API cannot be read.
    case unreadableDescription(String)

    /// The file does not describe an API, for this reason.
    case invalidDescription(String, APIDescriptionError)

    /// There is no such language.
    case unknownLanguage(String)

    /// There is no such preset.
    case unknownPreset(String)

    /// The speed is no whole number within `Command.speeds`.
    case invalidSpeed(String)

    /// The file of settings cannot be read.
    case unreadableSettings(String)

    /// The settings have these problems.
    case invalidSettings([AppSettingsError.Problem])

    /// The command needs an ID.
    case missingID(command: String)

    /// The command needs a file, or `-` for a standard stream.
    case missingFile(command: String)

    /// There is no such shell, or none is named.
    case unknownShell(String?)

    /// The command needs an option.
    case missingOption(command: String, option: String)

    /// There is more on the command line than the command takes.
    case unexpectedArgument(String)

    /// An argument is not valid UTF-8; `at` counts from 1.
    case notUnicode(at: Int)

    /// There is no home folder to keep accounts in.
    case noDataFolder
}
