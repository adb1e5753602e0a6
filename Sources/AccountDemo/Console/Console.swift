/// What the program prints to and reads from.
package protocol Console: Sendable {
    /// Prints a text to standard output, with nothing added to it.
    ///
    /// - Parameter text: The text.
    /// - Returns: Whether all of it was taken; false where the disk is full, or nobody reads any more.
    @discardableResult
    func write(_ text: String) -> Bool

    /// Prints a text to standard error, with nothing added to it.
    ///
    /// - Parameter text: The text.
    func writeError(_ text: String)

    /// How many columns the terminal has that standard error is, or nil where it is none.
    var errorColumns: Int? { get }

    /// Takes the terminal over to draw on it; nil where standard input or output is none.
    func openScreen() -> TerminalScreen?

    /// Reads passwords: a line of standard input each, typed without echo where that is a terminal.
    ///
    /// - Parameter prompts: What to print before each time that a password is typed, on a terminal, a list for each
    ///   password; all entries of one have to be the same. From anything but a terminal one line is read for each
    ///   password, whatever the prompts are.
    /// - Returns: The passwords without their line breaks, one a list.
    /// - Throws: `PasswordInputError`.
    func readPasswords(_ prompts: [[String]]) throws(PasswordInputError) -> [String]
}

extension Console {
    /// Reads one password.
    ///
    /// - Parameter prompts: What to print before each time it is typed.
    /// - Returns: The password without its line break.
    /// - Throws: `PasswordInputError`.
    func readPassword(prompts: [String]) throws(PasswordInputError) -> String {
        try readPasswords([prompts])[0]
    }
}

/// Why no password was read.
package enum PasswordInputError: Error, Hashable, Sendable {
    /// The input ended, or could not be read, before there was anything.
    case endOfInput

    /// The line is not valid UTF-8.
    case notUnicode

    /// The line is longer than anything that could be a password.
    case tooLong

    /// What was typed the second time differs.
    case mismatch

    /// The person gave up.
    case interrupted
}
