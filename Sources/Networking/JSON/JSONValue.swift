public import Domain

/// A JSON text (RFC 8259) as a value.
///
/// It prints without what is in it, because that may be a token. The order of an object's members is not kept.
public enum JSONValue: Hashable, Secret {
    /// `null`.
    case null

    /// `true` or `false`.
    case bool(Bool)

    /// A number, spelt as it was: JSON sets no limit to its size or precision.
    case number(String)

    /// A text.
    case string(String)

    /// A list.
    case array([JSONValue])

    /// Members by name.
    case object([String: JSONValue])

    /// Creates a number.
    ///
    /// - Parameter value: The number.
    /// - Returns: The value.
    public static func integer(_ value: Int) -> JSONValue { .number(String(value)) }

    /// The text, or nil where the value is none.
    public var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The text, or a number as it is spelt, or nil where the value is neither: servers have codes of both kinds.
    var code: String? {
        switch self {
        case .string(let text), .number(let text): text
        case .null, .bool, .array, .object: nil
        }
    }

    /// The truth value, or nil where the value is none.
    public var truth: Bool? {
        if case .bool(let truth) = self { truth } else { nil }
    }

    /// The whole number, or nil where the value is none that fits into 64 bits.
    ///
    /// `1.0` and `1e2` are none: who means a whole number writes one.
    public var integer: Int? {
        if case .number(let text) = self { Int(text) } else { nil }
    }

    /// The elements, or nil where the value is no list.
    public var elements: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The members, or nil where the value is no object.
    public var members: [String: JSONValue]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The value that a path leads to, or nil where a member on the way is missing or no object.
    public subscript(path: JSONPath) -> JSONValue? {
        var value = self
        for name in path.names {
            guard let next = value.members?[name] else { return nil }
            value = next
        }
        return value
    }
}
