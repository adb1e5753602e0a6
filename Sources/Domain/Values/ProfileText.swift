/// A text of a profile that is checked when it is created.
public protocol ProfileText: Hashable, Sendable, CustomStringConvertible {
    /// The largest size of a text in UTF-8 bytes, in Normalization Form C.
    static var maximumUTF8Length: Int { get }

    /// Whether a text may have ZWNJ, ZWJ and the selectors of the style of emoji, as in Persian names and in emoji.
    static var allowsJoiners: Bool { get }

    /// A text for a trial, which belongs to no person.
    static var example: String { get }

    /// The text as the user typed it.
    var text: String { get }

    /// Creates a value.
    ///
    /// - Parameter text: The text as the user typed it.
    /// - Throws: ``ValidationIssue`` if the text is empty, too large, or not of the type's form.
    init(_ text: String) throws(ValidationIssue)
}

extension ProfileText {
    /// The text as the user typed it.
    public var description: String { text }
}

/// The name with which the app greets the account owner.
public struct Nickname: ProfileText {
    /// The largest size in UTF-8 bytes, in Normalization Form C.
    public static let maximumUTF8Length = 1_024
    public static let allowsJoiners = true
    public static let example = "Try"

    public let text: String

    /// Creates a nickname.
    ///
    /// - Parameter text: 1 to ``maximumUTF8Length`` bytes of UTF-8 without control characters.
    /// - Throws: `ValidationIssue.empty`, `.tooManyBytes` or `.containsControlCharacter`.
    public init(_ text: String) throws(ValidationIssue) {
        try text.checkLimits(maximumUTF8Length: Self.maximumUTF8Length)
        self.text = text
    }
}

/// The name of a person.
public struct PersonName: ProfileText {
    /// The largest size in UTF-8 bytes, in Normalization Form C.
    public static let maximumUTF8Length = 512
    public static let allowsJoiners = true
    public static let example = "Try Out"

    public let text: String

    /// Creates a name.
    ///
    /// - Parameter text: 1 to ``maximumUTF8Length`` bytes of UTF-8 without control characters.
    /// - Throws: `ValidationIssue.empty`, `.tooManyBytes` or `.containsControlCharacter`.
    public init(_ text: String) throws(ValidationIssue) {
        try text.checkLimits(maximumUTF8Length: Self.maximumUTF8Length)
        self.text = text
    }
}

/// A telephone number.
public struct PhoneNumber: ProfileText {
    /// The largest size in UTF-8 bytes, in Normalization Form C.
    public static let maximumUTF8Length = 64
    public static let allowsJoiners = false
    /// A number that is reserved for fiction.
    public static let example = "+12025550100"

    public let text: String

    /// Creates a telephone number.
    ///
    /// - Parameter text: 1 to ``maximumUTF8Length`` bytes of UTF-8 without control characters.
    /// - Throws: `ValidationIssue.empty`, `.tooManyBytes` or `.containsControlCharacter`.
    public init(_ text: String) throws(ValidationIssue) {
        try text.checkLimits(maximumUTF8Length: Self.maximumUTF8Length)
        self.text = text
    }
}

/// An e-mail address of the form `local@domain`.
///
/// The policy of a form can have a stricter grammar.
public struct EmailAddress: ProfileText {
    /// The largest size in UTF-8 bytes, in Normalization Form C, by RFC 5321 section 4.5.3.1.3.
    public static let maximumUTF8Length = 254
    public static let allowsJoiners = false
    /// An address of a domain that is reserved for examples.
    public static let example = "try@example.com"

    public let text: String

    /// Creates an address.
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
        // Scalars rather than characters, because a combining mark after an `@` joins it into another character.
        let parts = text.unicodeScalars.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { throw .notAnEmailAddress(.shape) }
        self.text = text
    }
}
