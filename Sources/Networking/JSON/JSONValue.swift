public import Domain

/// A JSON value (RFC 8259).
///
/// Its description does not show its contents, which may be a token. The order of an object's members is not kept.
public enum JSONValue: Hashable, Secret {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number in its original spelling, because JSON does not limit size and precision.
    case number(String)
    /// A string.
    case string(String)
    /// A list.
    case array([JSONValue])
    /// Members by name.
    case object([String: JSONValue])

    /// Returns a number.
    ///
    /// - Parameter value: The integer.
    /// - Returns: The value.
    public static func integer(_ value: Int) -> JSONValue { .number(String(value)) }

    /// The string, or nil for other values.
    public var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The string or the spelling of the number, or nil for other values: servers use both as codes.
    var code: String? {
        switch self {
        case .string(let text), .number(let text): text
        case .null, .bool, .array, .object: nil
        }
    }

    /// The Boolean, or nil for other values.
    public var truth: Bool? {
        if case .bool(let truth) = self { truth } else { nil }
    }

    /// The integer, or nil for other values, those beyond 64 bits, and other spellings such as `1.0` and `1e2`.
    public var integer: Int? {
        if case .number(let text) = self { Int(text) } else { nil }
    }

    /// The elements of a list, or nil for other values.
    public var elements: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The members of an object, or nil for other values.
    public var members: [String: JSONValue]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The value at a path, or nil where a member on the way is missing or not an object.
    public subscript(path: JSONPath) -> JSONValue? {
        var value = self
        for name in path.names {
            guard let next = value.members?[name] else { return nil }
            value = next
        }
        return value
    }
}

extension JSONValue {
    /// Reads a JSON text.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8: one value, with optional white space around it.
    ///   - limits: The size limits.
    /// - Throws: ``JSONError``.
    public init(reading bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONError) {
        self = try JSONReader.read(bytes, limits: limits)
    }

    /// The value as a JSON text without spaces, with the members of objects sorted by name.
    public var bytes: [UInt8] { JSONWriter.write(self) }
}

/// The path to a value in nested JSON objects.
public struct JSONPath: Hashable, Sendable, CustomStringConvertible {
    /// The names of members, from the outside in; the empty path is the whole value.
    public let names: [String]

    /// Creates a path.
    ///
    /// - Parameter names: The names of members, from the outside in.
    public init(_ names: [String]) {
        self.names = names
    }

    /// Creates a path.
    ///
    /// - Parameter names: The names of members, from the outside in.
    public init(_ names: String...) {
        self.names = names
    }

    /// The names, with dots between them.
    public var description: String { names.joined(separator: ".") }
}

/// A writer of JSON texts; equal values have equal bytes.
private enum JSONWriter {
    static func write(_ value: JSONValue) -> [UInt8] {
        var bytes: [UInt8] = []
        write(value, to: &bytes)
        return bytes
    }

    private static func write(_ value: JSONValue, to bytes: inout [UInt8]) {
        switch value {
        case .null: bytes += "null".utf8
        case .bool(let truth): bytes += (truth ? "true" : "false").utf8
        case .number(let text): bytes += text.utf8
        case .string(let text): write(text, to: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (place, element) in elements.enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                write(element, to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (place, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                write(member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                write(member.value, to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes += [UInt8(ascii: "\\"), byte]
            case 0..<0x20:
                let digits = String(byte, radix: 16)
                bytes += ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8
            default:
                bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
