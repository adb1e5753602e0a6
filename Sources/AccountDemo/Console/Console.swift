/// The streams that the program prints to and reads from.
package protocol Console: Sendable {
    /// Prints a text to standard output as it is.
    ///
    /// - Parameter text: The text.
    /// - Returns: Whether all of it was written; false where the disk is full or the pipe is closed.
    @discardableResult
    func write(_ text: String) -> Bool

    /// Prints a text to standard error as it is.
    func writeError(_ text: String)

    /// The columns of the terminal that standard error is, or nil where it is none.
    var errorColumns: Int? { get }

    /// Takes the terminal over for drawing; nil where standard input or output is none.
    func openScreen() -> TerminalScreen?

    /// Reads passwords: a line of standard input each, typed without echo where that is a terminal.
    ///
    /// - Parameter prompts: For each password, the prompts of its entries on a terminal, which must be the same text.
    ///   Without a terminal, one line is read for each password.
    /// - Returns: The passwords without their line breaks, one a list.
    /// - Throws: `PasswordInputError`.
    func readPasswords(_ prompts: [[String]]) throws(PasswordInputError) -> [String]
}

/// The reason why no password was read.
package enum PasswordInputError: Error, Hashable, Sendable {
    /// The input ended, or could not be read, before there was anything.
    case endOfInput

    /// The line is not valid UTF-8.
    case notUnicode

    /// The line is longer than anything that could be a password.
    case tooLong

    /// The second entry differs from the first.
    case mismatch

    /// The user cancelled.
    case interrupted
}
