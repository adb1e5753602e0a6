/// A key press, typed text or a paste.
package enum Key: Hashable, Sendable {
    /// One or more characters that arrived together.
    case text(String)

    /// Pasted text, unchanged.
    case paste(String)

    case enter, tab, backTab, escape, backspace, delete
    case left, right, up, down, home, end, pageUp, pageDown

    /// Left, right and backspace with the Alt or Control key.
    case wordLeft, wordRight, deleteWord

    /// Another character with the Alt key.
    case alt(Character)

    /// F1 to F12.
    case function(Int)

    /// A letter, in lower case, with the control key.
    case control(Character)

    /// A click of the left mouse button, by its place on the screen, counted from 0.
    case click(row: Int, column: Int)

    /// The terminal's answer to ``Palette/question``.
    case ground(Palette.Ground)
}

/// A parser of bytes from a terminal, in pieces of any size.
package struct KeyParser: Sendable {
    /// The maximum size of a paste, in bytes; the rest is dropped.
    package static let maximumPaste = 1 << 20

    /// The maximum length of the parameters of a control sequence; longer sequences are skipped.
    private static let maximumSequence = 64

    private static let escape: UInt8 = 0x1B
    private static let controlC: UInt8 = 0x03
    private static let endOfPaste = Array("\u{1B}[201~".utf8)

    /// The mode for reading the next bytes.
    private enum Mode { case keys, paste, tooLongSequence }

    private var mode = Mode.keys
    private var bytes: [UInt8] = []
    private var pasted: [UInt8] = []

    package init() {}

    /// Whether the last bytes may be the beginning of a sequence.
    ///
    /// An answer of the terminal does not wait for a pause: its rest would be taken for typed text.
    package var isWaiting: Bool { !bytes.isEmpty && mode != .paste && !isInAnswer }

    private var isInAnswer: Bool { bytes.starts(with: [Self.escape, UInt8(ascii: "]")]) && bytes.count > 2 }

    /// Reads bytes, and returns the complete keys.
    package mutating func read(_ new: some Sequence<UInt8>) -> [Key] {
        bytes += new
        var keys: [Key] = []
        var text = ""
        var rest = bytes[...]
        reading: while !rest.isEmpty {
            var key: Key?
            switch mode {
            case .tooLongSequence:
                skip(&rest)
                continue
            case .paste:
                guard let paste = takePaste(&rest) else { break reading }
                key = .paste(paste)
            case .keys:
                guard let (step, count) = Self.step(rest) else { break reading }
                rest = rest.dropFirst(count)
                switch step {
                case .scalar(let scalar):
                    text.unicodeScalars.append(scalar)
                    continue
                case .key(let found): key = found
                case .mode(let new): mode = new
                case .nothing: break
                }
            }
            if !text.isEmpty { keys.append(.text(text)) }
            text = ""
            if let key { keys.append(key) }
        }
        if !text.isEmpty { keys.append(.text(text)) }
        bytes = Array(rest)
        return keys
    }

    /// Returns the keys of an incomplete sequence after a pause, because it may be an Escape key.
    package mutating func finish() -> [Key] {
        guard isWaiting else { return [] }
        let isEscape = bytes[0] == Self.escape
        let rest = bytes.dropFirst()
        if isEscape, rest.first == Self.escape {
            bytes.removeFirst()
            return [.escape] + finish()
        }
        bytes = []
        // With Alt, a letter that may begin a sequence.
        if rest.count == 1, case .key(let key)? = Self.step(rest).map({ Self.withAlt($0.0) }), isEscape { return [key] }
        return isEscape ? [.escape] + read(rest.filter { $0 != Self.escape }) : []
    }

    /// Reads a paste up to its end sequence or a Ctrl-C, so that the user can quit if the sequence is missing.
    private mutating func takePaste(_ rest: inout ArraySlice<UInt8>) -> String? {
        let end = rest.indices.first {
            rest[$0] == Self.controlC || rest[$0] == Self.escape && rest[$0...].starts(with: Self.endOfPaste)
        }
        // The last bytes may begin the end sequence.
        let stop = end ?? max(rest.startIndex, rest.endIndex - Self.endOfPaste.count + 1)
        pasted += rest[..<stop].prefix(max(Self.maximumPaste - pasted.count, 0))
        rest = rest[stop...]
        guard end != nil else { return nil }
        // A Ctrl-C is not removed, because it is read as a key.
        if rest.first == Self.escape { rest = rest.dropFirst(Self.endOfPaste.count) }
        mode = .keys
        defer { pasted = [] }
        return String(decoding: pasted, as: UTF8.self)
    }

    /// Skips a sequence that is too long, up to its final byte or a byte that cannot be part of a sequence.
    private mutating func skip(_ rest: inout ArraySlice<UInt8>) {
        rest = rest.drop { (0x20...0x3F).contains($0) }
        guard let final = rest.first else { return }
        if (0x40...0x7E).contains(final) { rest = rest.dropFirst() }
        mode = .keys
    }

    // MARK: One step

    /// The meaning of some bytes.
    private enum Step {
        case scalar(Unicode.Scalar)
        case key(Key)

        /// The beginning of a paste or of a sequence that is too long.
        case mode(Mode)

        /// A byte or a sequence without a meaning here.
        case nothing
    }

    /// The keys of sequences, by their final bytes (ECMA-48, and the function keys of xterm).
    private static let keys: [UInt8: Key] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
        UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end, UInt8(ascii: "Z"): .backTab, UInt8(ascii: "P"): .function(1),
        UInt8(ascii: "Q"): .function(2), UInt8(ascii: "R"): .function(3), UInt8(ascii: "S"): .function(4),
    ]

    /// The keys of sequences that end with `~`, by their numbers.
    private static let numberedKeys: [Int: Key] = [
        1: .home, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end, 11: .function(1), 12: .function(2),
        13: .function(3), 14: .function(4), 15: .function(5), 17: .function(6), 18: .function(7), 19: .function(8),
        20: .function(9), 21: .function(10), 23: .function(11), 24: .function(12),
    ]

    /// Returns the meaning of the next bytes and their count; nil if they are incomplete.
    private static func step(_ bytes: ArraySlice<UInt8>) -> (Step, count: Int)? {
        let first = bytes[bytes.startIndex]
        switch first {
        case escape: return sequence(bytes.dropFirst())
        case 0x0D, 0x0A: return (.key(.enter), 1)
        case 0x09: return (.key(.tab), 1)
        case 0x7F, 0x08: return (.key(.backspace), 1)
        case 0x01...0x1A: return (.key(.control(Character(Unicode.Scalar(first + 0x60)))), 1)
        case 0x20...0x7E: return scalar(bytes, length: 1)
        case 0xC2...0xDF: return scalar(bytes, length: 2)
        case 0xE0...0xEF: return scalar(bytes, length: 3)
        case 0xF0...0xF4: return scalar(bytes, length: 4)
        default: return (.nothing, 1)
        }
    }

    /// Reads one scalar in UTF-8; invalid bytes are dropped one by one.
    private static func scalar(_ bytes: ArraySlice<UInt8>, length: Int) -> (Step, count: Int)? {
        let scalar = bytes.prefix(length)
        guard scalar.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 }) else { return (.nothing, 1) }
        guard scalar.count == length else { return nil }
        let text = String(validating: scalar, as: UTF8.self)
        return text?.unicodeScalars.first.map { (.scalar($0), length) } ?? (.nothing, 1)
    }

    /// Reads a sequence after Escape.
    private static func sequence(_ bytes: ArraySlice<UInt8>) -> (Step, count: Int)? {
        switch bytes.first {
        case nil: return nil
        case UInt8(ascii: "["): return controlSequence(bytes.dropFirst())
        case UInt8(ascii: "]"): return answer(bytes.dropFirst())
        case UInt8(ascii: "O"): return bytes.dropFirst().first.map { (keys[$0].map { .key($0) } ?? .nothing, 3) }
        case escape:
            // Some terminals send Escape before the sequence of a key with Alt. Otherwise, it is a key.
            guard let next = bytes.dropFirst().first else { return nil }
            guard [UInt8(ascii: "["), UInt8(ascii: "O")].contains(next) else { return (.key(.escape), 1) }
            return sequence(bytes.dropFirst()).map { (withAlt($0), 1 + $1) }
        default: return step(bytes).map { (withAlt($0), 1 + $1) }
        }
    }

    /// Returns the meaning of a key that is pressed with the Alt key, which sends Escape first.
    private static func withAlt(_ step: Step) -> Step {
        switch step {
        case .scalar("b"): .key(.wordLeft)
        case .scalar("f"): .key(.wordRight)
        case .scalar(let scalar): .key(.alt(Character(scalar)))
        case .key(.backspace): .key(.deleteWord)
        case .key(.enter), .key(.tab), .key(.control): .nothing
        case .key(let key): .key(key.byWord)
        case .mode, .nothing: step
        }
    }

    /// Returns whether the second parameter, which is one more than the bits of the modifiers, has those of Alt, Control
    /// or Meta.
    private static func movesByWord(_ parameters: ArraySlice<UInt8>) -> Bool {
        let second = parameters.split(separator: UInt8(ascii: ";")).dropFirst().first ?? []
        guard let number = Int(String(decoding: second, as: UTF8.self)), number > 0 else { return false }
        return (number - 1) & 0b1110 != 0
    }

    /// Reads a control sequence after `ESC [`.
    private static func controlSequence(_ bytes: ArraySlice<UInt8>) -> (Step, count: Int)? {
        let parameters = bytes.prefix { (0x20...0x3F).contains($0) }
        guard parameters.count <= maximumSequence else { return (.mode(.tooLongSequence), 2 + parameters.count) }
        guard let final = bytes.dropFirst(parameters.count).first else { return nil }
        let count = 2 + parameters.count + 1
        if final == UInt8(ascii: "["), parameters.isEmpty {
            // The Linux console sends F1 to F5 as the letters A to E.
            guard let letter = bytes.dropFirst().first else { return nil }
            let isFunction = (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(letter)
            return (isFunction ? .key(.function(Int(letter) - 64)) : .nothing, count + 1)
        }
        guard (0x40...0x7E).contains(final) else { return (.nothing, count - 1) }
        if [UInt8(ascii: "M"), UInt8(ascii: "m")].contains(final) { return mouse(bytes, parameters, final, count) }
        let number = Int(String(decoding: parameters.prefix { (0x30...0x39).contains($0) }, as: UTF8.self))
        if final == UInt8(ascii: "~"), number == 200 { return (.mode(.paste), count) }
        let key = final == UInt8(ascii: "~") ? number.flatMap { numberedKeys[$0] } : keys[final]
        return (key.map { .key(movesByWord(parameters) ? $0.byWord : $0) } ?? .nothing, count)
    }
}

extension KeyParser {
    /// Reads a press or a release of a mouse button, in the SGR format of xterm; the wheel counts as an arrow key.
    private static func mouse(
        _ bytes: ArraySlice<UInt8>,
        _ parameters: ArraySlice<UInt8>,
        _ final: UInt8,
        _ count: Int
    ) -> (Step, count: Int)? {
        guard parameters.first == UInt8(ascii: "<") else {
            // Older terminals send three bytes after the letter.
            guard final == UInt8(ascii: "M"), parameters.isEmpty else { return (.nothing, count) }
            return bytes.count < 4 ? nil : (.nothing, count + 3)
        }
        let numbers = parameters.dropFirst().split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            .map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
        guard numbers.count == 3, final == UInt8(ascii: "M") else { return (.nothing, count) }
        switch numbers[0] {
        case 0 where numbers[1] > 0 && numbers[2] > 0:
            return (.key(.click(row: numbers[2] - 1, column: numbers[1] - 1)), count)
        case 64: return (.key(.up), count)
        case 65: return (.key(.down), count)
        default: return (.nothing, count)
        }
    }
}

extension KeyParser {
    /// Reads an answer after `ESC ]` (an operating system command of xterm), which ends with BEL or `ESC \`.
    private static func answer(_ bytes: ArraySlice<UInt8>) -> (Step, count: Int)? {
        let content = bytes.prefix(maximumSequence).prefix { $0 != escape && answerBytes.contains($0) }
        let count = 2 + content.count
        switch bytes.dropFirst(content.count).prefix(2) {
        case []: return nil
        case let end where end.first == 0x07: return (ground(content), count + 1)
        case [escape]: return nil
        case [escape, UInt8(ascii: "\\")]: return (ground(content), count + 2)
        // A key with Alt, or an answer that was cut.
        default: return (content.isEmpty ? .key(.alt("]")) : .nothing, count)
        }
    }

    private static let answerBytes = Set("0123456789abcdefABCDEF;:/rg".utf8)

    /// Reads a colour such as `11;rgb:ffff/ffff/ffff`, with one to four hexadecimal digits for each part.
    private static func ground(_ answer: ArraySlice<UInt8>) -> Step {
        let colors = String(decoding: answer, as: UTF8.self).split(separator: "rgb:", maxSplits: 1)
        guard colors.count == 2, colors[0] == "11;" else { return .nothing }
        let parts = colors[1].split(separator: "/").compactMap { part -> Double? in
            guard (1...4).contains(part.count), let number = Int(part, radix: 16) else { return nil }
            return Double(number) / Double(1 << (4 * part.count) - 1)
        }
        guard parts.count == 3 else { return .nothing }
        // The weights of ITU-R BT.601.
        let brightness = 0.299 * parts[0] + 0.587 * parts[1] + 0.114 * parts[2]
        return .key(.ground(brightness > 0.5 ? .light : .dark))
    }
}

extension Key {
    var isClick: Bool { if case .click = self { true } else { false } }

    /// The movement by a word instead of a character.
    fileprivate var byWord: Key {
        switch self {
        case .left: .wordLeft
        case .right: .wordRight
        default: self
        }
    }
}
