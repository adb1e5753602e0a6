#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The standard streams of this process.
package struct SystemConsole: Console {
    /// The longest line that is read as a password, in octets: far beyond what any policy takes, so that the policy
    /// gives the reason, and small enough to be held in memory.
    static let maximumLine = 4 << 20

    package init() {}

    @discardableResult
    package func write(_ text: String) -> Bool { Self.write(text, to: STDOUT_FILENO) }

    package func writeError(_ text: String) {
        // Whoever cannot be told anything cannot be told that either.
        _ = Self.write(text, to: STDERR_FILENO)
    }

    package var errorColumns: Int? {
        guard isatty(STDERR_FILENO) == 1 else { return nil }
        var size = winsize()
        // A terminal that does not say has as many columns as they once had.
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    package func readPassword(prompts: [String]) throws(PasswordInputError) -> String {
        guard isatty(STDIN_FILENO) == 1 else { return try Self.text(of: Self.readLine()) }
        let entries = try TerminalLine.read(prompts: prompts, write: writeError)
        guard let first = entries.first else { throw .endOfInput }
        guard entries.allSatisfy({ $0 == first }) else { throw .mismatch }
        return first
    }

    static func text(of octets: [UInt8]) throws(PasswordInputError) -> String {
        guard let text = String(validating: octets, as: UTF8.self) else { throw .notUnicode }
        return text
    }

    /// Reads standard input up to the first line break, or to its end.
    private static func readLine() throws(PasswordInputError) -> [UInt8] {
        var line: [UInt8] = []
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
            if end != nil { return line }
        }
    }

    private static func write(_ text: String, to descriptor: Int32) -> Bool {
        var text = text
        return text.withUTF8 { writeAll(descriptor, UnsafeRawBufferPointer($0)) }
    }
}
