import Domain

/// The size limits of a JSON text.
public struct JSONLimits: Hashable, Sendable {
    /// The largest size in bytes.
    public let bytes: Int

    /// The largest depth of nested lists and objects, at most 512.
    public let depth: Int

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - bytes: The largest size in bytes.
    ///   - depth: The largest depth of nested lists and objects, at most 512 to protect the stack of a thread.
    public init(bytes: Int = 1 << 20, depth: Int = 32) {
        self.bytes = bytes
        self.depth = min(depth, 512)
    }
}

/// The reason why bytes are not a JSON text.
public enum JSONError: Error, Hashable, Sendable {
    /// The text has more bytes than allowed.
    case tooLarge(maximumBytes: Int)

    /// Lists and objects are nested more deeply than allowed.
    case tooDeep(maximum: Int)

    /// An object has two members with the same name, which readers treat differently; `at` is the byte offset of the
    /// second one.
    case duplicateMember(at: Int)

    /// A string is not valid UTF-8, or has half of a surrogate pair or more than 30 combining marks in a row; `at` is a
    /// byte offset.
    ///
    /// The Stream-Safe Text Format (UAX #15 section 13) excludes such marks, because comparing the strings takes
    /// quadratic time.
    case invalidText(at: Int)

    /// The text does not follow the grammar of RFC 8259; `at` is a byte offset.
    case invalidSyntax(at: Int)
}

/// A strict reader of JSON texts by RFC 8259, within limits of size and depth.
struct JSONReader {
    private let bytes: [UInt8]
    private let limits: JSONLimits
    private var place = 0
    private var expected = JSONMistake.Expected.value

    /// The byte offsets of the values by path, or nil if they are not needed.
    private var offsets: [JSONPath: JSONDocument.Offset]?
    private var path = JSONPath()

    /// The duplicate members, if offsets are needed.
    private var duplicates: [JSONDocument.Duplicate] = []

    /// Reads a text that consists of one value.
    static func read(_ bytes: [UInt8], limits: JSONLimits) throws(JSONError) -> JSONValue {
        var reader = JSONReader(bytes: bytes, limits: limits)
        return try reader.read()
    }

    /// Reads a text and the offsets of its values.
    static func document(_ bytes: [UInt8], limits: JSONLimits) throws(JSONMistake) -> JSONDocument {
        var reader = JSONReader(bytes: bytes, limits: limits, offsets: [:])
        do throws(JSONError) {
            let value = try reader.read()
            return JSONDocument(
                value: value,
                bytes: bytes,
                offsets: reader.offsets ?? [:],
                duplicates: reader.duplicates
            )
        } catch {
            throw JSONMistake(error, reader.expected, in: bytes)
        }
    }

    private mutating func read() throws(JSONError) -> JSONValue {
        guard bytes.count <= limits.bytes else { throw .tooLarge(maximumBytes: limits.bytes) }
        // Section 8.1 lets a reader ignore a byte order mark.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
        let value = try value(depth: 0)
        expected = .end
        skipSpace()
        guard place == bytes.count else { throw .invalidSyntax(at: place) }
        return value
    }

    private init(bytes: [UInt8], limits: JSONLimits, offsets: [JSONPath: JSONDocument.Offset]? = nil) {
        self.bytes = bytes
        self.limits = limits
        self.offsets = offsets
    }

    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { place += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        place += 1
        return true
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        expected = .value
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return .object(try members(depth: depth + 1))
        case UInt8(ascii: "["): return .array(try elements(depth: depth + 1))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return .number(try number())
        }
    }

    /// Reads the value of a member or of an element, and notes its offset if necessary.
    private mutating func value(depth: Int, named name: @autoclosure () -> String, at start: Int) throws(JSONError)
        -> JSONValue
    {
        guard offsets != nil else { return try value(depth: depth) }
        let outer = path
        path = outer.appending(name())
        skipSpace()
        offsets?[path] = JSONDocument.Offset(name: start, value: place)
        let value = try value(depth: depth)
        path = outer
        return value
    }

    private mutating func members(depth: Int) throws(JSONError) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        try items(until: UInt8(ascii: "}"), depth: depth) { reader throws(JSONError) in
            reader.skipSpace()
            let start = reader.place
            reader.expected = .name
            let name = try reader.string()
            let isDuplicate = members[name] != nil
            let offsets = reader.offsets
            if isDuplicate {
                guard offsets != nil else { throw .duplicateMember(at: start) }
                reader.duplicates.append(JSONDocument.Duplicate(path: reader.path.appending(name), offset: start))
            }
            reader.expected = .colon
            reader.skipSpace()
            guard reader.take(UInt8(ascii: ":")) else { throw .invalidSyntax(at: reader.place) }
            let value = try reader.value(depth: depth, named: name, at: start)
            // The first member counts, to find its mistakes.
            if isDuplicate { reader.offsets = offsets } else { members[name] = value }
        }
        return members
    }

    private mutating func elements(depth: Int) throws(JSONError) -> [JSONValue] {
        var elements: [JSONValue] = []
        try items(until: UInt8(ascii: "]"), depth: depth) { reader throws(JSONError) in
            reader.skipSpace()
            elements.append(try reader.value(depth: depth, named: String(elements.count), at: reader.place))
        }
        return elements
    }

    /// Reads an opening bracket, items with commas between them, and the closing bracket.
    private mutating func items(
        until end: UInt8,
        depth: Int,
        _ read: (inout JSONReader) throws(JSONError) -> Void
    ) throws(JSONError) {
        guard depth <= limits.depth else { throw .tooDeep(maximum: limits.depth) }
        place += 1
        skipSpace()
        if take(end) { return }
        repeat {
            try read(&self)
            expected = .commaOrEnd(end)
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(end) else { throw .invalidSyntax(at: place) }
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
        guard bytes[place...].starts(with: word.utf8) else { throw .invalidSyntax(at: place) }
        place += word.utf8.count
        return value
    }

    /// Reads a number (section 6): a sign, no leading zeros, at least one digit after a point or an exponent.
    private mutating func number() throws(JSONError) -> String {
        let start = place
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        if take(UInt8(ascii: ".")) { try digits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    private mutating func digits() throws(JSONError) {
        let start = place
        while let byte = next, byte.isDigit { place += 1 }
        guard place > start else { throw .invalidSyntax(at: place) }
    }

    private mutating func string() throws(JSONError) -> String {
        let start = place
        guard take(UInt8(ascii: "\"")) else { throw .invalidSyntax(at: place) }
        expected = .restOfText
        var text: [UInt8] = []
        while let byte = next {
            place += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let string = String(validating: text, as: UTF8.self), string.firstStackedMark == nil else {
                    throw .invalidText(at: start)
                }
                return string
            case UInt8(ascii: "\\"):
                try escape(into: &text)
            case 0..<0x20:
                throw .invalidSyntax(at: place - 1)
            default:
                text.append(byte)
            }
        }
        throw .invalidSyntax(at: place)
    }

    private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
        guard let byte = next else { throw .invalidSyntax(at: place) }
        place += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text.append(contentsOf: String(try scalar()).utf8)
        default: throw .invalidSyntax(at: place - 1)
        }
    }

    /// Reads the four digits after `\u`, or, beyond the basic plane, a pair of such escapes.
    private mutating func scalar() throws(JSONError) -> Unicode.Scalar {
        let start = place
        let first = try codeUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw .invalidText(at: start) }
        let second = try codeUnit()
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x1_0000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw .invalidText(at: start) }
        return scalar
    }

    private mutating func codeUnit() throws(JSONError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw .invalidSyntax(at: place)
            }
            unit = unit << 4 | UInt32(digit)
            place += 1
        }
        return unit
    }
}
