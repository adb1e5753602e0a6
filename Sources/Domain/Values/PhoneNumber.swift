/// A telephone number, as a person writes it.
public struct PhoneNumber: Hashable, Sendable, CustomStringConvertible {
    /// The largest size in UTF-8 bytes of the text in Normalization Form C.
    public static let maximumUTF8Length = 64

    /// The text as it was typed.
    public let text: String

    /// Creates a value from what was typed.
    ///
    /// - Parameter text: 1 to ``maximumUTF8Length`` bytes of UTF-8 without control characters.
    /// - Throws: `ValidationIssue.empty`, `.tooManyBytes` or `.containsControlCharacter`.
    public init(_ text: String) throws(ValidationIssue) {
        try text.checkLimits(maximumUTF8Length: Self.maximumUTF8Length)
        self.text = text
    }

    /// The text as it was typed.
    public var description: String { text }
}
