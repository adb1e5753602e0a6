#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The standard streams of this process.
package struct SystemConsole: Console {
    /// The longest line that is read as a password, in bytes: far beyond any policy, so that the policy gives the reason.
    static let maximumLine = 4 << 20

    package init() {}

    @discardableResult
    package func write(_ text: String) -> Bool { Self.write(text, to: STDOUT_FILENO) }

    package func writeError(_ text: String) {
        // There is no other place to report a failure of standard error.
        _ = Self.write(text, to: STDERR_FILENO)
    }

    package var errorColumns: Int? {
        guard isatty(STDERR_FILENO) == 1 else { return nil }
        var size = winsize()
        // The traditional width, where the terminal does not say.
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    package func openScreen() -> TerminalScreen? { TerminalScreen() }

    package func readPasswords(_ prompts: [[String]]) throws(PasswordInputError) -> [String] {
        var passwords: [String] = []
        if isatty(STDIN_FILENO) == 1 {
            var entries = try PasswordPrompt.read(prompts: prompts.flatMap(\.self), write: writeError)[...]
            for own in prompts {
                passwords.append(try Self.agreed(entries.prefix(own.count)))
                entries = entries.dropFirst(own.count)
            }
        } else {
            var rest: [UInt8] = []
            for _ in prompts { passwords.append(try Self.text(of: Self.readLine(after: &rest))) }
        }
        return passwords
    }

    private static func agreed(_ entries: ArraySlice<String>) throws(PasswordInputError) -> String {
        guard let first = entries.first else { throw .endOfInput }
        guard entries.allSatisfy({ $0 == first }) else { throw .mismatch }
        return first
    }

    static func text(of bytes: [UInt8]) throws(PasswordInputError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUnicode }
        return text
    }

    /// Reads standard input up to the next line break, or to its end.
    ///
    /// - Parameter rest: The bytes read behind the line before, and afterwards those behind this one.
    /// - Returns: The bytes of the line.
    /// - Throws: `PasswordInputError.endOfInput` or `.tooLong`.
    private static func readLine(after rest: inout [UInt8]) throws(PasswordInputError) -> [UInt8] {
        var line = rest
        rest = []
        if let end = line.firstIndex(of: UInt8(ascii: "\n")) {
            rest = Array(line[(end + 1)...])
            return Array(line[..<end])
        }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = buffer.withUnsafeMutableBytes { readUninterrupted(STDIN_FILENO, $0) }
            guard count > 0 else {
                if line.isEmpty { throw .endOfInput }
                return line
            }
            let chunk = buffer[..<count]
            let end = chunk.firstIndex(of: UInt8(ascii: "\n"))
            line += chunk[..<(end ?? chunk.endIndex)]
            guard line.count <= maximumLine else { throw .tooLong }
            if let end {
                rest = Array(chunk[(end + 1)...])
                return line
            }
        }
    }

    private static func write(_ text: String, to descriptor: Int32) -> Bool {
        var text = text
        return text.withUTF8 { writeAll(descriptor, UnsafeRawBufferPointer($0)) }
    }
}
