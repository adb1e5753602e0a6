/// What a rule asks for, as a value from which a checklist can be worded.
public enum Requirement: Hashable, Sendable {
    /// Something is typed.
    case notEmpty

    /// The number of characters is within bounds; nil means no upper bound.
    case length(minimum: Int, maximum: Int?)

    /// Only lower-case letters `a` to `z` and digits `0` to `9` occur.
    case lowercaseLettersAndDigits

    /// The first character is no digit.
    case noLeadingDigit

    /// The text is an e-mail address.
    case emailAddress

    /// The text equals that of another field.
    case sameAs(AccountField)

    /// The text can be stored: it is not too large, and has neither control characters nor heaps of combining marks.
    case storable

    /// No white space occurs.
    case noWhitespace

    /// The text is a telephone number with so many digits.
    case phoneNumber(minimumDigits: Int, maximumDigits: Int)

    /// The password is not one of those that many people have.
    case uncommon

    /// The password does not contain the account ID.
    case noAccountID

    /// The password does not contain the nickname.
    case noNickname

    /// The password contains no word that is easily guessed here.
    case noContextWord

    /// Nobody else has it.
    case available

    /// What is asked inside does not hold.
    indirect case not(Requirement)

    /// So many of the parts, or more, are satisfied.
    case atLeast(Int)

    /// Every part is satisfied.
    case all
}
