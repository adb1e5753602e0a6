public import Domain

extension Rule {
    /// Something is typed.
    ///
    /// Reports `.empty`.
    public static let notEmpty = Rule(.leaf(.notEmpty))

    /// Something is typed that shows: not only white space and invisible characters.
    ///
    /// White space is what Unicode calls White_Space, invisible what it calls Default_Ignorable_Code_Point. Looks at
    /// the first 64 Unicode scalars and no further. Reports `.empty`.
    public static let notBlank = Rule(.leaf(.notBlank))

    /// The number of characters is within bounds.
    ///
    /// Reports `.tooShort` or `.tooLong`, or `.tooManyOctets` where the text is so large that counting would be a waste
    /// of time: beyond ``CharacterUnit/maximumOctets`` times the upper bound.
    ///
    /// - Parameters:
    ///   - bounds: The least and the greatest number of characters allowed.
    ///   - unit: What counts as a character.
    /// - Returns: The rule.
    public static func length(_ bounds: ClosedRange<Int>, in unit: CharacterUnit) -> Rule {
        Rule(.leaf(.length(LengthCheck(bounds: bounds, unit: unit))))
    }

    /// The text equals that of another field, with canonically equivalent spellings taken as equal.
    ///
    /// Reports `.mismatch`, or `.tooManyOctets` where the text is too large to be compared. A text that is too large
    /// in the other field equals nothing.
    ///
    /// - Parameters:
    ///   - field: The other field.
    ///   - maximumOctets: The largest text to be compared, in octets of UTF-8.
    /// - Returns: The rule.
    public static func sameAs(_ field: AccountField, maximumOctets: Int) -> Rule {
        Rule(.leaf(.sameAs(SameAsCheck(field: field, maximumOctets: maximumOctets))))
    }

    /// The text can be stored: it is not empty, not too large, and has no control characters.
    ///
    /// These are the limits of the domain's value types, such as `AccountID.maximumOctets`. Reports `.empty`,
    /// `.tooManyOctets` or `.containsControlCharacter`.
    ///
    /// - Parameter maximumOctets: The largest size in octets of UTF-8.
    /// - Returns: The rule.
    public static func storable(maximumOctets: Int) -> Rule {
        Rule(.leaf(.storable(maximumOctets: maximumOctets)))
    }

    /// The text is an e-mail address that serves as an account ID, with a plain part before the `@`.
    ///
    /// The part before the `@` has only `a` to `z` and `0` to `9`, a limited number of them, and does not begin with a
    /// digit. Behind the one `@` is a domain name: two labels or more, separated by dots, each of 1 to 63 ASCII
    /// letters, digits and hyphens without a hyphen at either end. The whole has at most `AccountID.maximumOctets`
    /// octets.
    ///
    /// There are four parts, in this order: the address as such, then the length, the characters and the first
    /// character of what is before the `@`. The last three are not evaluated where there is no such thing. Reports
    /// `.tooManyOctets`, `.notAnEmailAddress` with `.shape` or `.domain`, `.tooShort`, `.tooLong`,
    /// `.forbiddenCharacter` (`at` counts characters of the text) and `.startsWithDigit`.
    ///
    /// - Parameter localLength: How many characters there may be before the `@`.
    /// - Returns: The rule.
    public static func emailID(localLength: ClosedRange<Int>) -> Rule {
        Rule(.emailID(EmailIDCheck(localLength: localLength)))
    }
}
