/// What a person has typed so far, field by field.
///
/// A form may hold a password, so it prints as redacted. Texts that differ in their bytes are different texts here,
/// even where Swift calls them equal.
public struct AccountForm: Hashable, Secret {
    /// The largest text that a field takes, in UTF-8 bytes, whatever its policy says.
    ///
    /// It is far beyond what anything stored may have, in whatever form it is typed, and bounds what judging a form
    /// can cost.
    public static let maximumFieldUTF8Length = 4_096

    private var texts: [AccountField: String] = [:]

    /// Creates an empty form.
    public init() {}

    /// Creates a form in which some fields are filled in.
    ///
    /// - Parameter texts: What was typed, by field; a field that is missing is empty.
    public init(_ texts: KeyValuePairs<AccountField, String>) {
        for (field, text) in texts { self[field] = text }
    }

    /// Checks that a text is not beyond what any field takes.
    ///
    /// - Parameter text: All that would be in a field.
    /// - Throws: `ValidationIssue.tooManyBytes` beyond ``maximumFieldUTF8Length``.
    package static func checkFieldSize(of text: String) throws(ValidationIssue) {
        let bytes = text.utf8.count
        guard bytes <= maximumFieldUTF8Length else {
            throw .tooManyBytes(maximum: maximumFieldUTF8Length, actual: bytes)
        }
    }

    /// The text of a field, empty until something is typed.
    public subscript(field: AccountField) -> String {
        get { texts[field, default: ""] }
        set { texts[field] = newValue.isEmpty ? nil : newValue }
    }

    /// Tells whether two forms have the same bytes in every field.
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

extension AccountForm {
    /// Makes a value out of a field's text.
    ///
    /// - Parameters:
    ///   - field: The field to read.
    ///   - make: Makes the value, or throws what is wrong with the text.
    /// - Returns: The value.
    /// - Throws: The issue that `make` throws, with the field.
    func value<Value>(
        of field: AccountField,
        _ make: (String) throws(ValidationIssue) -> Value
    ) throws(FieldIssue) -> Value {
        do {
            return try make(self[field])
        } catch {
            throw FieldIssue(field: field, issue: error)
        }
    }
}
