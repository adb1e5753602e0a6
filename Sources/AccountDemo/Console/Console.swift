import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// The input and output of the program.
package protocol Console: Sendable {
    /// Prints a text to standard output; returns false if that fails.
    @discardableResult
    func write(_ text: String) -> Bool

    /// Prints a text to standard error.
    func writeError(_ text: String)

    /// The number of columns if standard output is a terminal; otherwise nil.
    var columns: Int? { get }

    /// The number of columns if standard error is a terminal; otherwise nil.
    var errorColumns: Int? { get }

    /// Prepares the terminal for drawing; returns nil if standard input or output is not a terminal.
    func openScreen(hasMouse: Bool) -> TerminalScreen?

    /// Whether standard input is a terminal, on which the user can answer a question.
    var canAsk: Bool { get }

    /// Asks a question on the terminal, and returns whether the answer is yes; Ctrl-C ends the program with a message.
    func confirm(_ question: String, stopped: String) -> Bool

    /// Reads passwords, one for each list of prompts, without their line breaks.
    ///
    /// On a terminal, a password is entered once for each of its prompts. Otherwise, one line is read for each password.
    func readPasswords(_ prompts: [[String]]) throws(PasswordInputError) -> [String]
}

extension Console {
    /// Whether standard output is a terminal.
    var isTerminal: Bool { columns != nil }
}

/// The reason why no password was read.
package enum PasswordInputError: Error, Hashable, Sendable {
    /// The input was closed, or reading failed, before the text of this group of prompts.
    case endOfInput(at: Int)

    /// The line is not valid UTF-8.
    case notUnicode

    /// The line is too long for any password.
    case tooLong

    /// The second entry differs from the first one.
    case mismatch
    case interrupted
}

/// The standard streams of this process.
package struct SystemConsole: Console {
    /// The maximum length of a password line, in bytes; it exceeds every policy, so that the policy reports the issue.
    private static let maximumLine = 4 << 20

    package init() {}

    @discardableResult
    package func write(_ text: String) -> Bool { writeAll(STDOUT_FILENO, text) }

    package func writeError(_ text: String) {
        // A failure of standard error cannot be reported.
        _ = writeAll(STDERR_FILENO, text)
    }

    package var columns: Int? { Self.columns(of: STDOUT_FILENO) }

    package var errorColumns: Int? { Self.columns(of: STDERR_FILENO) }

    private static func columns(of descriptor: Int32) -> Int? {
        // A width of 80 columns is usual if the terminal does not report one.
        isatty(descriptor) == 1 ? terminalSize(descriptor)?.columns ?? 80 : nil
    }

    package func openScreen(hasMouse: Bool) -> TerminalScreen? { TerminalScreen(hasMouse: hasMouse) }

    package var canAsk: Bool { isatty(STDIN_FILENO) == 1 }

    package func confirm(_ question: String, stopped: String) -> Bool {
        // Nothing has begun that would have to end in good order.
        let end = SignalPipe.shared?.listen(to: [SIGINT]) { signal in
            writeError("\n" + stopped + "\n")
            StopSignals.end(by: signal)
        }
        defer { end?() }
        writeError(question)
        // The terminal passes whole lines, so no part of a longer answer is left for later questions.
        let answer = try? Self.readLines(1).first.map { String(decoding: $0, as: UTF8.self).lowercased() }
        // Ctrl-D leaves the cursor behind the question.
        if answer == nil { writeError("\n") }
        return answer == "y" || answer == "yes"
    }

    // MARK: Passwords

    package func readPasswords(_ prompts: [[String]]) throws(PasswordInputError) -> [String] {
        guard canAsk else {
            var passwords: [String] = []
            for line in try Self.readLines(prompts.count) { passwords.append(try Self.text(of: line)) }
            return passwords
        }
        return try readSilently(prompts).map { own throws(PasswordInputError) in
            guard own.allSatisfy({ $0 == own[0] }) else { throw .mismatch }
            return own[0]
        }
    }

    private static func text(of bytes: [UInt8]) throws(PasswordInputError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUnicode }
        return text
    }

    /// The lines of standard input that were read together with an earlier one; the last one is incomplete.
    private static let rest = Mutex<[[UInt8]]>([[]])

    /// Reads lines of standard input; the last line may lack a line break.
    private static func readLines(_ count: Int) throws(PasswordInputError) -> ArraySlice<[UInt8]> {
        // The last line is incomplete.
        var lines = rest.withLock { rest in
            defer { rest = [[]] }
            return rest
        }
        defer { rest.withLock { $0 = lines.count > count ? Array(lines.dropFirst(count)) : [[]] } }
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
        guard lines.count >= count else { throw .endOfInput(at: lines.count) }
        return lines.prefix(count)
    }

    /// Reads a line for each prompt from a terminal, without echo.
    ///
    /// Echo is off from the first prompt to the last line, so that lines pasted together are neither shown nor lost.
    /// Ctrl-C is read as a key, so that the settings are always restored; a signal that terminates the program restores
    /// them too.
    private func readSilently(_ prompts: [[String]]) throws(PasswordInputError) -> [[String]] {
        let isSilent = SavedTerminal.change { $0.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG | IEXTEN) }
        defer { SavedTerminal.restore() }
        guard isSilent else { throw .endOfInput(at: 0) }
        var lines: [[String]] = prompts.map { _ in [] }
        for place in prompts.indices {
            for prompt in prompts[place] {
                writeError(prompt)
                // The line break was not echoed.
                defer { writeError("\n") }
                lines[place].append(try Self.text(of: Self.readKeys(at: place)))
            }
        }
        return lines
    }

    /// Reads a line key by key; Backspace deletes a character and Ctrl-U the line.
    private static func readKeys(at place: Int) throws(PasswordInputError) -> [UInt8] {
        let (controlC, controlD, controlU): (UInt8, UInt8, UInt8) = (3, 4, 21)
        var line: [UInt8] = []
        while true {
            var byte: UInt8 = 0
            let count = withUnsafeMutableBytes(of: &byte) { readUninterrupted(STDIN_FILENO, $0) }
            guard count == 1 else { throw .endOfInput(at: place) }
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return line
            case controlC: throw .interrupted
            case controlD where line.isEmpty: throw .endOfInput(at: place)
            case 0x08, 0x7F: eraseCharacter(of: &line)
            case controlU: line = []
            default:
                line.append(byte)
                guard line.count <= maximumLine else { throw .tooLong }
            }
        }
    }

    /// Removes the last character, which may have several bytes, or the last byte if it is invalid.
    package static func eraseCharacter(of line: inout [UInt8]) {
        guard let character = String(decoding: line, as: UTF8.self).last else { return }
        // Invalid bytes before it are not replaced, because that would change the password.
        let isTyped = line.suffix(character.utf8.count).elementsEqual(character.utf8)
        line.removeLast(isTyped ? character.utf8.count : 1)
    }
}
