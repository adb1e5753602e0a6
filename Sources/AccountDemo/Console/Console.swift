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

    /// Reads a password: a line of standard input, typed without echo where that is a terminal.
    ///
    /// - Parameter prompts: What to print before each time it is typed, on a terminal; all entries have to be the
    ///   same. From anything but a terminal one line is read whatever the prompts are.
    /// - Returns: The password without its line break.
    /// - Throws: `PasswordInputError`.
    func readPassword(prompts: [String]) throws(PasswordInputError) -> String
}
