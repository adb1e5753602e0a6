/// The issue of a text: a stable code with the arguments of its message.
///
/// No case carries typed text except one character, and none of a secret field.
public enum ValidationIssue: Error, Hashable, Sendable {
    /// The text is empty.
    case empty

    /// There are fewer characters than required.
    case tooShort(minimum: Int, actual: Int)

    /// There are more characters than allowed.
    case tooLong(maximum: Int, actual: Int)

    /// The text is larger than can be stored, in bytes of UTF-8.
    case tooManyBytes(maximum: Int, actual: Int)

    /// A character is not allowed; `at` counts from 0, and the character is nil if the field is secret.
    case forbiddenCharacter(first: Character?, at: Int)

    /// The text begins with a digit.
    case startsWithDigit

    /// The text contains white space; `at` counts Unicode scalars from 0.
    case containsWhitespace(at: Int)

    /// The text contains a control character, such as NUL or a line break, or an invisible character, such as a mark of the
    /// direction; `at` counts Unicode scalars from 0.
    case containsControlCharacter(at: Int)

    /// The text is not an e-mail address.
    case notAnEmailAddress(EmailAddressPart)

    /// The part of the e-mail address before the `@` has an issue, whose positions count from its first character.
    indirect case local(ValidationIssue)

    /// The text differs from that of another field.
    case mismatch(with: AccountField)

    /// There are fewer digits than in a telephone number.
    case tooFewDigits(minimum: Int, actual: Int)

    /// There are more digits than in a telephone number.
    case tooManyDigits(maximum: Int, actual: Int)

    /// The password is a common one, which attackers try first.
    case tooCommon

    /// The password contains the account ID or, if that is an e-mail address, its part before the `@`.
    case containsAccountID

    /// The password contains the nickname.
    case containsNickname

    /// The password contains a word that is easy to guess, such as the name of the service.
    case containsContextWord

    /// The ID belongs to another account.
    case taken

    /// The issue of a rule that has no case here, such as a rule of an app.
    ///
    /// The text is what the message catalogs show, unless an app replaces it. In an app with several languages, it is
    /// the key under which the app looks up its own text. It must not contain typed text.
    case custom(String)
}

/// The part of an e-mail address that has an issue.
public enum EmailAddressPart: String, Hashable, Sendable, CaseIterable {
    /// The whole: it does not have exactly one `@` between two non-empty parts.
    case shape

    /// The part before the `@`.
    case local

    /// The part after the `@`.
    case domain
}
