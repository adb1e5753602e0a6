/// What a person types to sign in: an e-mail address or a plain ID, depending on the app's policy.
///
/// Two IDs are the same account when their ``canonical`` forms are equal. ``text`` keeps what was typed at sign-up.
public struct AccountID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The largest size in UTF-8 bytes of the text in Normalization Form C, that of an e-mail address by RFC 5321
    /// section 4.5.3.1.3.
    public static let maximumUTF8Length = 254

    /// The ID as it was typed.
    public let text: String

    /// The form in which IDs are compared, ordered and stored as keys.
    ///
    /// It is the text in Unicode Normalization Form C; an ID that contains `@` is also put into lower case, because
    /// people do not tell `Kim@example.com` from `kim@example.com`. A plain ID keeps its case.
    public let canonical: String

    /// Creates an ID from what was typed.
    ///
    /// This checks only what any ID must satisfy; what an app asks beyond that is the business of its policy.
    ///
    /// - Parameter text: 1 to ``maximumUTF8Length`` bytes of UTF-8 without control characters.
    /// - Throws: `ValidationIssue.empty`, `.tooManyBytes` or `.containsControlCharacter`.
    public init(_ text: String) throws(ValidationIssue) {
        try text.checkLimits(maximumUTF8Length: Self.maximumUTF8Length)
        self.text = text
        canonical = (text.utf8.contains(UInt8(ascii: "@")) ? text.lowercased() : text).nfc
    }

    /// Creates an ID again that was one before, without making its canonical form anew.
    ///
    /// - Parameters:
    ///   - text: The text of the ID.
    ///   - canonical: Its canonical form.
    package init(text: String, canonical: String) {
        self.text = text
        self.canonical = canonical
    }

    /// The ID as it was typed.
    public var description: String { text }

    /// Tells whether two IDs name the same account.
    public static func == (left: AccountID, right: AccountID) -> Bool { left.canonical == right.canonical }

    /// Orders IDs by their canonical form.
    public static func < (left: AccountID, right: AccountID) -> Bool { left.canonical < right.canonical }

    /// Hashes the canonical form.
    public func hash(into hasher: inout Hasher) { hasher.combine(canonical) }
}
