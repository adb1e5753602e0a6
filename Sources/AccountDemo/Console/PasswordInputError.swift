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
