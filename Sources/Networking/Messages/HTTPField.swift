public import Domain

/// One header field of a message.
///
/// It prints with its name alone: the value may be a token, whatever the field is called.
public struct HTTPField: Hashable, Secret {
    /// The name.
    public let name: HTTPFieldName

    /// The value as it is sent.
    public let value: String

    /// Creates a field.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value: visible characters, with spaces and tabs between them; it may be empty.
    /// - Throws: `HTTPRequestError.invalidFieldValue` where it is outside the grammar of RFC 9110 section 5.5.
    public init(_ name: HTTPFieldName, _ value: String) throws(HTTPRequestError) {
        guard HTTPGrammar.isFieldValue(value) else { throw .invalidFieldValue(name) }
        self.name = name
        self.value = value
    }

    /// The name, with the redaction mark in place of the value.
    public var description: String { "\(name): \(Self.redacted)" }

    /// The name, with the redaction mark in place of the value.
    public var debugDescription: String { description }
}
