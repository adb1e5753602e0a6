package import App
package import Networking

/// The reason why a command line, or a file that it names, is rejected.
package enum UsageError: Error, Hashable, Sendable {
    /// There is no command, and no terminal for the app.
    case noCommand

    /// There is no command, and the terminal cannot move the cursor, or `TERM` does not name it.
    case dumbTerminal
    case unknownCommand(String, suggestion: String?)
    case unknownOption(String, suggestion: String?)

    case optionOfAnotherCommand(Option, CommandName)
    case missingValue(Option)
    case unexpectedValue(Option)
    case repeatedOption(Option)
    case conflictingOptions(String, String)

    /// The first option requires the second one.
    case optionWithoutOther(Option, Option)

    case missingOption(Option, CommandName)
    case missingOperand(ValueKind, CommandName)
    case invalidValue(String, ValueKind)
    case unexpectedArgument(String)

    /// An argument is not valid UTF-8; `at` counts from 1.
    case notUnicode(at: Int)

    case invalidServer(HTTPRequestError)

    /// The settings or the description of an API cannot be read from this file.
    case unreadableFile(String)

    /// A pipe, a device or a folder is in place of the settings or the description of an API.
    case irregularFile(String)

    /// The file of settings, or the description of an API, is larger than 1 MiB.
    case largeFile(String)

    /// There is no file of settings or description of an API at this path.
    case missingFile(String)
    case invalidDescription(String, APIDescriptionError)

    /// The file is not JSON from this position on, in lines and characters that count from 1.
    case invalidJSON(String, JSONError, TextLocation)

    case invalidSettings(AppSettingsError)

    /// There is no home folder for the accounts.
    case noDataFolder
}
