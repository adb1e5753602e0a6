/// The ID with which a user signs in: an e-mail address or a plain ID, depending on the app's policy.
///
/// Two IDs name the same account if their ``canonical`` forms are equal. ``text`` has the spelling of the sign-up.
public struct AccountID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The largest size in UTF-8 bytes of the text in Normalization Form C, that of an e-mail address by RFC 5321
    /// section 4.5.3.1.3.
    public static let maximumUTF8Length = 254

    /// The ID as the user typed it.
    public let text: String

    /// The form in which IDs are compared, ordered and stored as keys.
    ///
    /// It is the text in Unicode Normalization Form C. If the ID contains `@`, it is also in lower case, because users
    /// do not distinguish `Kim@example.com` and `kim@example.com`.
    public let canonical: String

    /// Creates an ID.
    ///
    /// The initializer checks the limits of all IDs. The policy of an app can have further rules.
    ///
    /// - Parameter text: 1 to ``maximumUTF8Length`` bytes of UTF-8 without control characters.
    /// - Throws: `ValidationIssue.empty`, `.tooManyBytes` or `.containsControlCharacter`.
    public init(_ text: String) throws(ValidationIssue) {
        try text.checkLimits(maximumUTF8Length: Self.maximumUTF8Length)
        self.text = text
        canonical = (text.utf8.contains(UInt8(ascii: "@")) ? text.lowercased() : text).nfc
    }

    /// Creates a stored ID without computing its canonical form.
    package init(text: String, canonical: String) {
        self.text = text
        self.canonical = canonical
    }

    /// The ID as the user typed it.
    public var description: String { text }

    /// Returns whether two IDs name the same account.
    public static func == (left: AccountID, right: AccountID) -> Bool { left.canonical == right.canonical }

    /// Returns whether the canonical form of an ID comes before that of another.
    public static func < (left: AccountID, right: AccountID) -> Bool { left.canonical < right.canonical }

    /// Hashes the canonical form.
    public func hash(into hasher: inout Hasher) { hasher.combine(canonical) }
}
