#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The streams that the program prints to and reads from.
package protocol Console: Sendable {
    /// Prints a text to standard output; returns false where the disk is full or the pipe is closed.
    @discardableResult
    func write(_ text: String) -> Bool

    /// Prints a text to standard error.
    func writeError(_ text: String)

    /// Whether standard output is a terminal.
    var isTerminal: Bool { get }

    /// The columns of the terminal that standard error is; nil where it is none.
    var errorColumns: Int? { get }

    /// Takes the terminal over for drawing; nil where standard input or output is none.
    func openScreen() -> TerminalScreen?

    /// Reads passwords, one for each list of prompts, without their line breaks.
    ///
    /// On a terminal, a password is entered once for each of its prompts. Otherwise, one line is read for each password.
    func readPasswords(_ prompts: [[String]]) throws(PasswordInputError) -> [String]
}

/// The reason why no password was read.
package enum PasswordInputError: Error, Hashable, Sendable {
    /// The input ended or failed before the password.
    case endOfInput

    /// The line is not valid UTF-8.
    case notUnicode

    /// The line is too long for any password.
    case tooLong

    /// The second entry differs from the first.
    case mismatch

    /// The user cancelled.
    case interrupted
}

/// The standard streams of this process.
package struct SystemConsole: Console {
    /// The longest line that is read as a password, in bytes: beyond any policy, so that the policy gives the reason.
    private static let maximumLine = 4 << 20

    package init() {}

    @discardableResult
    package func write(_ text: String) -> Bool { writeAll(STDOUT_FILENO, text) }

    package func writeError(_ text: String) {
        // A failure of standard error can be reported nowhere else.
        _ = writeAll(STDERR_FILENO, text)
    }

    package var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    package var errorColumns: Int? {
        // The traditional width, where the terminal does not say.
        isatty(STDERR_FILENO) == 1 ? terminalSize(STDERR_FILENO)?.columns ?? 80 : nil
    }

    package func openScreen() -> TerminalScreen? { TerminalScreen() }

    // MARK: Passwords

    package func readPasswords(_ prompts: [[String]]) throws(PasswordInputError) -> [String] {
        guard isatty(STDIN_FILENO) == 1 else {
            var passwords: [String] = []
            for line in try Self.readLines(prompts.count) { passwords.append(try Self.text(of: line)) }
            return passwords
        }
        var entries = try readSilently(prompts.flatMap(\.self))[...]
        var passwords: [String] = []
        for own in prompts {
            let (password, repetitions) = (entries.first, entries.prefix(own.count))
            guard let password else { throw .endOfInput }
            guard repetitions.allSatisfy({ $0 == password }) else { throw .mismatch }
            passwords.append(password)
            entries = entries.dropFirst(own.count)
        }
        return passwords
    }

    private static func text(of bytes: [UInt8]) throws(PasswordInputError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUnicode }
        return text
    }

    /// Reads lines of standard input; the end of the input ends the last one.
    private static func readLines(_ count: Int) throws(PasswordInputError) -> ArraySlice<[UInt8]> {
        // The last line is not complete.
        var lines: [[UInt8]] = [[]]
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while lines.count <= count {
            let length = buffer.withUnsafeMutableBytes { readUninterrupted(STDIN_FILENO, $0) }
            guard length > 0 else {
                if lines.last?.isEmpty == true { lines.removeLast() }
                break
            }
            let parts = buffer[..<length].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            lines[lines.count - 1] += parts[0]
            lines += parts.dropFirst().map(Array.init)
            guard lines.prefix(count).allSatisfy({ $0.count <= maximumLine }) else { throw .tooLong }
        }
        guard lines.count >= count else { throw .endOfInput }
        return lines.prefix(count)
    }

    /// Reads a line for each prompt from a terminal that does not show what is typed.
    ///
    /// The terminal stays silent from the first prompt to the last line, so that lines that are pasted at once are
    /// neither shown nor lost. It passes every key on, Ctrl-C too, so that its settings are restored whatever is typed;
    /// a signal that ends the program restores them as well.
    private func readSilently(_ prompts: [String]) throws(PasswordInputError) -> [String] {
        var saved = termios()
        guard tcgetattr(STDIN_FILENO, &saved) == 0 else { throw .endOfInput }
        var silent = saved
        silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG | IEXTEN)
        guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent) == 0 else { throw .endOfInput }
        let restore = { @Sendable [saved] in
            var saved = saved
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &saved)
        }
        defer { restore() }
        return try StopRequests.signals.cleaningUp(restore) { () throws(PasswordInputError) in
            var lines: [String] = []
            for prompt in prompts {
                writeError(prompt)
                // The line break was not echoed.
                defer { writeError("\n") }
                lines.append(try Self.text(of: Self.readKeys()))
            }
            return lines
        }
    }

    /// Reads a line key by key; Backspace deletes a character and Ctrl-U the line.
    private static func readKeys() throws(PasswordInputError) -> [UInt8] {
        let (controlC, controlD, controlU): (UInt8, UInt8, UInt8) = (3, 4, 21)
        var line: [UInt8] = []
        while true {
            var byte: UInt8 = 0
            let count = withUnsafeMutableBytes(of: &byte) { readUninterrupted(STDIN_FILENO, $0) }
            guard count == 1 else { throw .endOfInput }
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return line
            case controlC: throw .interrupted
            case controlD where line.isEmpty: throw .endOfInput
            case 0x08, 0x7F: eraseCharacter(of: &line)
            case controlU: line = []
            default:
                line.append(byte)
                guard line.count <= maximumLine else { throw .tooLong }
            }
        }
    }

    /// Removes the last character, which may be several bytes long, or a byte that belongs to none.
    package static func eraseCharacter(of line: inout [UInt8]) {
        guard let character = String(decoding: line, as: UTF8.self).last else { return }
        // The other bytes stay as they were typed, as a repaired password would be another one.
        let isTyped = line.suffix(character.utf8.count).elementsEqual(character.utf8)
        line.removeLast(isTyped ? character.utf8.count : 1)
    }
}
