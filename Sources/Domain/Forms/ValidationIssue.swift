/// What is wrong with a text: a stable code with the arguments that a message needs, and no wording.
///
/// No case carries what was typed beyond one character, and that one only where the field is not secret.
public enum ValidationIssue: Error, Hashable, Sendable {
    /// Nothing was typed.
    case empty

    /// There are fewer characters than asked for.
    case tooShort(minimum: Int, actual: Int)

    /// There are more characters than allowed.
    case tooLong(maximum: Int, actual: Int)

    /// The text is larger than can be stored, in bytes of UTF-8.
    case tooManyBytes(maximum: Int, actual: Int)

    /// A character is not among those allowed; `at` counts from 0, and the character is nil where the field is secret.
    case forbiddenCharacter(first: Character?, at: Int)

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

    /// There are fewer digits than a telephone number has.
    case tooFewDigits(minimum: Int, actual: Int)

    /// There are more digits than a telephone number has.
    case tooManyDigits(maximum: Int, actual: Int)

    /// The password is among those that are tried first because many people have it.
    case tooCommon

    /// The password contains the account ID or, where that is an e-mail address, what is before its `@`.
    case containsAccountID

    /// The password contains the nickname.
    case containsNickname

    /// The password contains a word that is easily guessed here, such as the name of the service.
    case containsContextWord

    /// Fewer of several requirements are met than have to be.
    case tooFewMet(minimum: Int, actual: Int, of: Int)

    /// Somebody else has it already.
    case taken
}
