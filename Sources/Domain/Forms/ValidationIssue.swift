/// What is wrong with a text: a stable code with the arguments that a message needs, and no wording.
///
/// No case carries what was typed beyond one character, and rules for passwords do not use the case that does.
public enum ValidationIssue: Error, Hashable, Sendable {
    /// Nothing was typed.
    case empty

    /// There are fewer characters than asked for.
    case tooShort(minimum: Int, actual: Int)

    /// There are more characters than allowed.
    case tooLong(maximum: Int, actual: Int)

    /// The text is larger than can be stored, in octets of UTF-8.
    case tooManyOctets(maximum: Int, actual: Int)

    /// A character is not among those allowed; `at` counts from 0.
    case forbiddenCharacter(first: Character, at: Int)

    /// The text begins with a digit.
    case startsWithDigit

    /// There is white space; `at` counts Unicode scalars from 0.
    case containsWhitespace(at: Int)

    /// There is a control character, such as NUL or a line break; `at` counts Unicode scalars from 0.
    case containsControlCharacter(at: Int)

    /// The text is not an e-mail address.
    case notAnEmailAddress(EmailAddressPart)

    /// The text differs from that of another field.
    case mismatch(with: AccountField)
}
