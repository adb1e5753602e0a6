#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Lines typed on a terminal that does not show them.
///
/// The terminal hands over every key, Ctrl-C among them, so that its settings are put back whatever is typed; they are
/// put back as well when a signal ends the program.
package enum PasswordPrompt {
    private enum Key {
        static let interrupt: UInt8 = 3
        static let endOfInput: UInt8 = 4
        static let backspace: UInt8 = 8
        static let eraseLine: UInt8 = 21
        static let delete: UInt8 = 127
    }

    /// Reads a line for each prompt, up to the Return key; Backspace takes back a character and Ctrl-U all of them.
    ///
    /// The terminal stays silent from the first prompt to the end of the last line, so that lines which come at once,
    /// as when they are pasted, are neither shown nor lost. What comes before the first and behind the last is dropped.
    ///
    /// - Parameters:
    ///   - prompts: What to ask for each line.
    ///   - write: Shows a text to the person.
    /// - Returns: The lines, without their ends.
    /// - Throws: `PasswordInputError` where the person gives up, the terminal is gone, or a line is no text.
    static func read(prompts: [String], write: (String) -> Void) throws(PasswordInputError) -> [String] {
        var saved = termios()
        guard tcgetattr(STDIN_FILENO, &saved) == 0 else { throw .endOfInput }
        var silent = saved
        silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG | IEXTEN)
        guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent) == 0 else { throw .endOfInput }
        defer { tcsetattr(STDIN_FILENO, TCSAFLUSH, &saved) }
        return try StopRequests.signals.cleaningUp({ [saved] in restore(saved) }) { () throws(PasswordInputError) in
            var lines: [String] = []
            for prompt in prompts {
                write(prompt)
                // The line break that the person typed was not echoed.
                defer { write("\n") }
                lines.append(try SystemConsole.text(of: readKeys()))
            }
            return lines
        }
    }

    private static func restore(_ settings: termios) {
        var settings = settings
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
    }

    private static func readKeys() throws(PasswordInputError) -> [UInt8] {
        var line: [UInt8] = []
        while true {
            var byte: UInt8 = 0
            let count = withUnsafeMutableBytes(of: &byte) { readUninterrupted(STDIN_FILENO, $0) }
            guard count == 1 else { throw .endOfInput }
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                return line
            case Key.interrupt:
                throw .interrupted
            case Key.endOfInput where line.isEmpty:
                throw .endOfInput
            case Key.backspace, Key.delete:
                eraseCharacter(of: &line)
            case Key.eraseLine:
                line = []
            default:
                line.append(byte)
                guard line.count <= SystemConsole.maximumLine else { throw .tooLong }
            }
        }
    }

    /// Takes back the last character, which may be several bytes long, or a byte that is part of none.
    package static func eraseCharacter(of line: inout [UInt8]) {
        guard let character = String(decoding: line, as: UTF8.self).last else { return }
        // The rest stays as it was typed: were it repaired, a password would be taken that nobody has typed. How many
        // bytes a character has in what is no text, nobody knows: if one is too few, the line is refused in the end.
        let isTyped = line.suffix(character.utf8.count).elementsEqual(character.utf8)
        line.removeLast(isTyped ? character.utf8.count : 1)
    }
}
