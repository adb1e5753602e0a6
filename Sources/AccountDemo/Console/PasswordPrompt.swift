#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A prompt on a terminal that does not show what is typed.
///
/// The terminal passes every key on, Ctrl-C too, so that its settings are restored whatever is typed. A signal that ends
/// the program restores them as well.
package enum PasswordPrompt {
    private enum Key {
        static let interrupt: UInt8 = 3
        static let endOfInput: UInt8 = 4
        static let backspace: UInt8 = 8
        static let eraseLine: UInt8 = 21
        static let delete: UInt8 = 127
    }

    /// Reads a line for each prompt; Backspace deletes a character and Ctrl-U the line.
    ///
    /// The terminal stays silent from the first prompt to the last line, so that lines that are pasted at once are
    /// neither shown nor lost.
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
                // The line break was not echoed.
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

    /// Removes the last character, which may be several bytes long, or a byte that is part of none.
    package static func eraseCharacter(of line: inout [UInt8]) {
        guard let character = String(decoding: line, as: UTF8.self).last else { return }
        // The rest stays as it was typed: a repaired password would be another one. A line that is no UTF-8 in the end
        // is refused.
        let isTyped = line.suffix(character.utf8.count).elementsEqual(character.utf8)
        line.removeLast(isTyped ? character.utf8.count : 1)
    }
}
