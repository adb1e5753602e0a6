/// The texts of a form, by field.
///
/// A form may contain a password, so it prints as redacted. Texts with different bytes are different here, even if Swift
/// compares them as equal.
public struct AccountForm: Hashable, Secret {
    /// The largest text that a field accepts, in UTF-8 bytes, whatever its policy says.
    ///
    /// It is far above the limit of any stored text, and limits the time of validating a form.
    public static let maximumFieldUTF8Length = 4_096

    private var texts: [AccountField: String] = [:]

    /// Creates an empty form.
    public init() {}

    /// Creates a form with some fields filled in.
    ///
    /// - Parameter texts: The texts by field; other fields are empty.
    public init(_ texts: KeyValuePairs<AccountField, String>) {
        for (field, text) in texts { self[field] = text }
    }

    /// Creates a form with the texts of a profile.
    ///
    /// - Parameter profile: The profile.
    public init(_ profile: Profile) {
        for field in Profile.fields { self[field.field] = field.text(in: profile) ?? "" }
    }

    /// Checks a text against the limit of all fields.
    ///
    /// - Parameter text: The whole text of a field.
    /// - Throws: `ValidationIssue.tooManyBytes` above ``maximumFieldUTF8Length``.
    package static func checkFieldSize(of text: String) throws(ValidationIssue) {
        let bytes = text.utf8.count
        guard bytes <= maximumFieldUTF8Length else {
            throw .tooManyBytes(maximum: maximumFieldUTF8Length, actual: bytes)
        }
    }

    /// The text of a field, which is empty at first.
    public subscript(field: AccountField) -> String {
        get { texts[field, default: ""] }
        set { texts[field] = newValue.isEmpty ? nil : newValue }
    }

    /// Returns the account ID.
    ///
    /// - Throws: The issue of the text, if it is not an ID.
    func id() throws(FieldIssue) -> AccountID {
        do {
            return try AccountID(self[.id])
        } catch {
            throw FieldIssue(field: .id, issue: error)
        }
    }

    /// Returns whether two forms have the same bytes in every field.
    public static func == (left: AccountForm, right: AccountForm) -> Bool {
        AccountField.allCases.allSatisfy { left[$0].isUTF8Equal(to: right[$0]) }
    }

    /// Hashes the bytes of every field.
    public func hash(into hasher: inout Hasher) {
        for field in AccountField.allCases {
            hasher.combine(self[field].utf8.count)
            for byte in self[field].utf8 { hasher.combine(byte) }
        }
    }
}
