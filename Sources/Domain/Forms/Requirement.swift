/// The requirement of a rule, as a checklist shows it.
public enum Requirement: Hashable, Sendable {
    /// The text is not empty.
    case notEmpty

    /// The number of characters is within bounds; nil means no upper bound.
    case length(minimum: Int, maximum: Int?)

    /// Only lower-case letters `a` to `z` and digits `0` to `9` occur.
    case lowercaseLettersAndDigits

    /// The first character is not a digit.
    case noLeadingDigit

    /// The text is an e-mail address.
    case emailAddress

    /// The text equals that of another field.
    case sameAs(AccountField)

    /// The text can be stored: it is not too large, and has no control characters or stacked combining marks.
    case storable

    /// There is no white space.
    case noWhitespace

    /// The text is a telephone number with a number of digits.
    case phoneNumber(minimumDigits: Int, maximumDigits: Int)

    /// The password is not a common one.
    case uncommon

    /// The password does not contain the account ID.
    case noAccountID

    /// The password does not contain the nickname.
    case noNickname

    /// The password contains no word that is easy to guess.
    case noContextWord

    /// The ID is not taken.
    case available

    /// The part of an e-mail address before the `@` satisfies a requirement.
    indirect case local(Requirement)

    /// Every part is satisfied.
    case all

    /// The requirement of a rule that has no case here, such as a rule of an app.
    ///
    /// The text is what the message catalogs show, unless an app replaces it. In an app with several languages, it is
    /// the key under which the app looks up its own text.
    case custom(String)
}
