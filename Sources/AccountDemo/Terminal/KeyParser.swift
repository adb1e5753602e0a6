/// A key press, typed text or a paste.
package enum Key: Hashable, Sendable {
    /// One or more characters that came together.
    case text(String)

    /// Pasted text, as it is.
    case paste(String)

    case enter
    case tab
    case backTab
    case escape
    case backspace
    case delete
    case left
    case right
    case up
    case down
    case home
    case end
    case pageUp
    case pageDown

    /// F1 to F12.
    case function(Int)

    /// A letter, in lower case, with the control key.
    case control(Character)
}

/// A parser of the bytes that a terminal sends, in whatever pieces they come.
package struct KeyParser: Sendable {
    /// The limit of one paste in bytes; the rest is dropped.
    package static let maximumPaste = 1 << 20

    /// The longest parameters of a control sequence; longer ones are skipped.
    private static let maximumSequence = 64

    private static let escape: UInt8 = 0x1B
    private static let endOfPaste = Array("\u{1B}[201~".utf8)

    /// What Ctrl-C sends.
    private static let controlC: UInt8 = 0x03

    private var bytes: [UInt8] = []
    private var isPasting = false

    /// Whether the next bytes belong to a sequence that is too long.
    private var isSkipping = false
    private var pasted: [UInt8] = []

    package init() {}

    /// Whether the meaning of the last bytes depends on the next ones.
    package var isWaiting: Bool { !bytes.isEmpty && !isPasting }

    /// Reads bytes and returns the keys that are complete.
    package mutating func read(_ new: some Sequence<UInt8>) -> [Key] {
        bytes += new
        var keys: [Key] = []
        var text = ""
        func finishText() {
            if !text.isEmpty { keys.append(.text(text)) }
            text = ""
        }
        var place = 0
        reading: while place < bytes.count {
            if isSkipping {
                skip(&place)
                continue
            }
            if isPasting {
                guard let paste = takePaste(&place) else { break }
                keys.append(.paste(paste))
                continue
            }
            switch Self.step(bytes[place...]) {
            case .incomplete:
                break reading
            case .text(let scalar, let count):
                text.unicodeScalars.append(scalar)
                place += count
            case .key(let key, let count):
                finishText()
                if let key { keys.append(key) }
                place += count
            case .tooLong(let count):
                finishText()
                isSkipping = true
                place += count
            case .beginOfPaste(let count):
                finishText()
                isPasting = true
                place += count
            }
        }
        finishText()
        bytes.removeFirst(min(place, bytes.count))
        return keys
    }

    /// Ends an incomplete sequence: an Escape key and the beginning of a sequence look the same until some time has
    /// passed.
    package mutating func finish() -> [Key] {
        guard isWaiting else { return [] }
        let isEscape = bytes[0] == Self.escape
        let rest = bytes.dropFirst()
        bytes = []
        guard isEscape else { return [] }
        return [.escape] + read(rest.filter { $0 != Self.escape })
    }

    /// Reads a paste up to its end, or to a Ctrl-C, so that the program can be quit where the end never comes.
    private mutating func takePaste(_ place: inout Int) -> String? {
        let rest = bytes[place...]
        let end = rest.indices.first {
            rest[$0] == Self.controlC
                || rest[$0] == Self.escape && rest[$0...].starts(with: Self.endOfPaste)
        }
        // The beginning of the end sequence may be there already.
        let stop = end ?? max(rest.startIndex, rest.endIndex - Self.endOfPaste.count + 1)
        pasted += bytes[place..<stop].prefix(max(Self.maximumPaste - pasted.count, 0))
        place = stop
        guard let end else { return nil }
        // A Ctrl-C stays to be read as a key.
        if bytes[end] == Self.escape { place += Self.endOfPaste.count }
        isPasting = false
        defer { pasted = [] }
        return String(decoding: pasted, as: UTF8.self)
    }

    /// Skips a sequence that is too long, up to its final byte or to a byte that belongs to none.
    private mutating func skip(_ place: inout Int) {
        let rest = bytes[place...].drop { (0x20...0x3F).contains($0) }
        place = rest.startIndex
        guard let final = rest.first else { return }
        if (0x40...0x7E).contains(final) { place += 1 }
        isSkipping = false
    }

    // MARK: One step

    private enum Step {
        case incomplete
        case text(Unicode.Scalar, count: Int)

        /// A key, or nil for a sequence without a use here.
        case key(Key?, count: Int)

        case beginOfPaste(count: Int)

        /// A sequence that is too long and may go on.
        case tooLong(count: Int)
    }

    private static func step(_ bytes: ArraySlice<UInt8>) -> Step {
        guard let first = bytes.first else { return .incomplete }
        switch first {
        case escape: return sequence(bytes)
        case 0x0D, 0x0A: return .key(.enter, count: 1)
        case 0x09: return .key(.tab, count: 1)
        case 0x7F, 0x08: return .key(.backspace, count: 1)
        case 0x01...0x1A: return .key(.control(Character(Unicode.Scalar(first + 0x60))), count: 1)
        case 0x00...0x1F: return .key(nil, count: 1)
        default: return scalar(bytes, first)
        }
    }

    /// One scalar in UTF-8; invalid bytes are dropped one by one.
    private static func scalar(_ bytes: ArraySlice<UInt8>, _ first: UInt8) -> Step {
        let length =
            switch first {
            case 0x00...0x7F: 1
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 0
            }
        let following = bytes.dropFirst().prefix(max(length - 1, 0))
        guard length > 0, following.allSatisfy({ $0 & 0xC0 == 0x80 }) else { return .key(nil, count: 1) }
        guard following.count == length - 1 else { return .incomplete }
        guard let text = String(validating: bytes.prefix(length), as: UTF8.self),
            let scalar = text.unicodeScalars.first
        else { return .key(nil, count: 1) }
        return .text(scalar, count: length)
    }

    /// A sequence after Escape (ECMA-48, 5.4, and the function keys of xterm and the Linux console).
    private static func sequence(_ bytes: ArraySlice<UInt8>) -> Step {
        let rest = bytes.dropFirst()
        guard let kind = rest.first else { return .incomplete }
        switch kind {
        case UInt8(ascii: "["):
            return controlSequence(rest.dropFirst())
        case UInt8(ascii: "O"):
            guard let final = rest.dropFirst().first else { return .incomplete }
            return .key(key(final: final, number: nil), count: 3)
        default:
            return .key(.escape, count: 1)
        }
    }

    /// A control sequence after `ESC [`.
    private static func controlSequence(_ bytes: ArraySlice<UInt8>) -> Step {
        let parameters = bytes.prefix { (0x20...0x3F).contains($0) }
        guard parameters.count <= maximumSequence else { return .tooLong(count: 2 + parameters.count) }
        guard let final = bytes.dropFirst(parameters.count).first else { return .incomplete }
        let count = 2 + parameters.count + 1
        if final == UInt8(ascii: "["), parameters.isEmpty {
            guard let letter = bytes.dropFirst().first else { return .incomplete }
            let number = Int(letter) - Int(UInt8(ascii: "A")) + 1
            return .key((1...5).contains(number) ? .function(number) : nil, count: count + 1)
        }
        guard (0x40...0x7E).contains(final) else { return .key(nil, count: count - 1) }
        let number = Int(String(decoding: parameters.prefix { (0x30...0x39).contains($0) }, as: UTF8.self))
        if final == UInt8(ascii: "~"), number == 200 { return .beginOfPaste(count: count) }
        return .key(key(final: final, number: number), count: count)
    }

    private static func key(final: UInt8, number: Int?) -> Key? {
        switch final {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "Z"): .backTab
        case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(final - UInt8(ascii: "P")) + 1)
        case UInt8(ascii: "~"): numbered(number)
        default: nil
        }
    }

    private static func numbered(_ number: Int?) -> Key? {
        switch number {
        case 1, 7: .home
        case 4, 8: .end
        case 3: .delete
        case 5: .pageUp
        case 6: .pageDown
        case .some(let number) where (11...15).contains(number): .function(number - 10)
        case .some(let number) where (17...21).contains(number): .function(number - 11)
        case .some(let number) where (23...24).contains(number): .function(number - 12)
        default: nil
        }
    }
}
