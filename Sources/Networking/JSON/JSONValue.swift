public import Domain

/// A JSON value (RFC 8259).
///
/// Its description does not show its contents, which may be a token. The order of an object's members is not preserved.
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

    /// The string, the spelling of the number, or `true` or `false`; nil for other values.
    var scalar: String? { code ?? bool.map { String($0) } }

    /// The Boolean, or nil for other values.
    public var bool: Bool? {
        if case .bool(let bool) = self { bool } else { nil }
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
    ///
    /// Equal values have equal bytes.
    public var bytes: [UInt8] { Array(spelling.utf8) }

    private var spelling: String {
        switch self {
        case .null: "null"
        case .bool(let bool): bool ? "true" : "false"
        case .number(let text): text
        case .string(let text): Self.quoted(text)
        case .array(let elements): "[\(elements.map(\.spelling).joined(separator: ","))]"
        case .object(let members):
            "{\(members.sorted { $0.key < $1.key }.map { Self.quoted($0) + ":" + $1.spelling }.joined(separator: ","))}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\"".unicodeScalars
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                quoted += ["\\", scalar]
            case "\0"..<" ":
                let digits = String(scalar.value, radix: 16)
                quoted += ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars
            default:
                quoted.append(scalar)
            }
        }
        return String(quoted) + "\""
    }
}
