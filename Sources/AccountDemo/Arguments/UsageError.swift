package import App
package import Networking

/// The reason why a command line, or a file that it names, is refused.
package enum UsageError: Error, Hashable, Sendable {
    /// There is no command, and no terminal that the app could fill.
    case noCommand

    /// There is no such command; perhaps the suggestion was meant.
    case unknownCommand(String, suggestion: String?)

    /// There is no such option; perhaps the suggestion was meant.
    case unknownOption(String, suggestion: String?)

    case optionOfAnotherCommand(Option, CommandName)
    case missingValue(Option)
    case unexpectedValue(Option)
    case repeatedOption(Option)
    case conflictingOptions(String, String)

    /// The first option means nothing without the second one.
    case optionWithoutOther(Option, Option)

    case missingOption(Option, CommandName)
    case missingOperand(ValueKind, CommandName)

    /// The text is no such value.
    case invalidValue(String, ValueKind)

    /// There is more on the command line than the command takes.
    case unexpectedArgument(String)

    /// An argument is not valid UTF-8; `at` counts from 1.
    case notUnicode(at: Int)

    case invalidServer(HTTPRequestError)

    /// The file of settings or the description of an API cannot be read.
    case unreadableFile(String)

    /// There is no file of settings or description of an API at this path.
    case missingFile(String)

    /// The file does not describe an API.
    case invalidDescription(String, APIDescriptionError)

    case invalidSettings(AppSettingsError)

    /// There is no home folder to store accounts in.
    case noDataFolder
}
