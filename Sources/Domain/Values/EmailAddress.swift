/// An e-mail address at which a person can be reached.
///
/// The type holds anything of the shape `local@domain`; the stricter grammar of a form belongs to its policy.
public struct EmailAddress: Hashable, Sendable, CustomStringConvertible {
    /// The largest size in UTF-8 bytes of the text in Normalization Form C, by RFC 5321 section 4.5.3.1.3.
    public static let maximumUTF8Length = 254

    /// The address as it was typed.
    public let text: String

    /// Creates an address from what was typed.
    ///
    /// - Parameter text: At most ``maximumUTF8Length`` bytes with one `@` between two non-empty parts, without white
    ///   space or control characters.
    /// - Throws: `ValidationIssue.empty`, `.tooManyBytes`, `.containsControlCharacter`, `.containsWhitespace` or
    ///   `.notAnEmailAddress`.
    public init(_ text: String) throws(ValidationIssue) {
        try text.checkLimits(maximumUTF8Length: Self.maximumUTF8Length)
        for (offset, scalar) in text.unicodeScalars.enumerated() where scalar.properties.isWhitespace {
            throw .containsWhitespace(at: offset)
        }
        // By scalars, because a combining mark makes the character before it another one, also an `@`.
        let parts = text.unicodeScalars.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { throw .notAnEmailAddress(.shape) }
        self.text = text
    }

    /// The address as it was typed.
    public var description: String { text }
}
