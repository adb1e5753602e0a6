/// The name of a person, as they write it.
public struct PersonName: Hashable, Sendable, CustomStringConvertible {
    /// The largest size in UTF-8 octets of the text in Normalization Form C.
    public static let maximumOctets = 512

    /// The text as it was typed.
    public let text: String

    /// Creates a value from what was typed.
    ///
    /// - Parameter text: 1 to ``maximumOctets`` octets of UTF-8 without control characters.
    /// - Throws: `ValidationIssue.empty`, `.tooManyOctets` or `.containsControlCharacter`.
    public init(_ text: String) throws(ValidationIssue) {
        try text.checkLimits(maximumOctets: Self.maximumOctets)
        self.text = text
    }

    /// The text as it was typed.
    public var description: String { text }
}
