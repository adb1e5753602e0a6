/// A JSON value, and the locations of its parts in the text.
struct JSONDocument {
    /// The byte offsets of a member: of its name and of its value.
    struct Offset {
        let name: Int
        let value: Int
    }

    /// A member that exists already: its path, and the byte offset of its name.
    struct Duplicate {
        let path: JSONPath
        let offset: Int
    }

    let value: JSONValue
    private let duplicates: [Duplicate]
    private let bytes: [UInt8]
    private let offsets: [JSONPath: Offset]

    init(value: JSONValue, bytes: [UInt8], offsets: [JSONPath: Offset], duplicates: [Duplicate]) {
        self.value = value
        self.bytes = bytes
        self.offsets = offsets
        self.duplicates = duplicates
    }

    /// Reads a JSON text.
    init(reading bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONMistake) {
        self = try JSONReader.document(bytes, limits: limits)
    }

    /// The paths and locations of the members that exist already.
    var duplicateMembers: [(path: JSONPath, location: TextLocation)] {
        duplicates.map { ($0.path, TextLocation(ofByte: $0.offset, in: bytes)) }
    }

    /// Returns the location of a value, or of the nearest value around it if it is missing.
    func location(of path: JSONPath) -> TextLocation { location(of: path, \.value) }

    /// Returns the location of the name of a member.
    func location(ofNameAt path: JSONPath) -> TextLocation { location(of: path, \.name) }

    private func location(of path: JSONPath, _ offset: (Offset) -> Int) -> TextLocation {
        if let found = offsets[path] { return TextLocation(ofByte: offset(found), in: bytes) }
        let outer = path.names.dropLast()
        return outer.isEmpty ? TextLocation(ofByte: 0, in: bytes) : location(of: JSONPath(Array(outer)), \.value)
    }
}

/// A location in a text: its line and its column.
public struct TextLocation: Hashable, Comparable, Sendable {
    /// The number of the line; the first line is 1.
    public let line: Int

    /// The number of the Unicode scalar in the line; the first one is 1.
    public let column: Int

    /// Finds the line and the column of a byte.
    package init(ofByte offset: Int, in bytes: [UInt8]) {
        let before = bytes.prefix(offset)
        let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        line = before.count { $0 == 0x0A } + 1
        // The bytes after the first one of a scalar begin with the bits 10.
        column = before[start...].count { $0 & 0xC0 != 0x80 } + 1
    }

    /// Returns whether a location is before another one.
    public static func < (left: TextLocation, right: TextLocation) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
