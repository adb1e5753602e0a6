public import Domain

extension Rule {
    /// Something is typed.
    ///
    /// Reports `.empty`, or like every question `.tooManyBytes` beyond `AccountForm.maximumFieldUTF8Length`.
    public static let notEmpty = Rule(.leaf(.notEmpty))

    /// Something is typed that shows: not only white space and invisible characters.
    ///
    /// White space is what Unicode calls White_Space, invisible what it calls Default_Ignorable_Code_Point. Looks at
    /// the first 64 Unicode scalars and no further. Reports `.empty`.
    public static let notBlank = Rule(.leaf(.notBlank))

    /// The number of characters is within bounds.
    ///
    /// Reports `.tooShort` or `.tooLong`, or `.tooManyBytes` where the text is so large that counting would be a waste
    /// of time: beyond ``CharacterUnit/maximumUTF8Length`` times the upper bound.
    ///
    /// - Parameters:
    ///   - bounds: The least and the greatest number of characters allowed; a least number below 0 is as good as 0.
    ///   - unit: What counts as a character.
    /// - Returns: The rule.
    public static func length(_ bounds: ClosedRange<Int>, in unit: CharacterUnit) -> Rule {
        Rule(.leaf(.length(LengthCheck(bounds: bounds, unit: unit))))
    }

    /// The text equals that of another field, with canonically equivalent spellings taken as equal.
    ///
    /// Reports `.mismatch`, or `.tooManyBytes` where the text is too large to be compared. A text that is too large
    /// in the other field equals nothing. Where more than 30 combining marks stand in a row, only the same bytes are
    /// equal.
    ///
    /// - Parameters:
    ///   - field: The other field.
    ///   - maximumUTF8Length: The largest text to be compared, in bytes of UTF-8; below 0, every text is too large.
    /// - Returns: The rule.
    public static func sameAs(_ field: AccountField, maximumUTF8Length: Int) -> Rule {
        Rule(.leaf(.sameAs(SameAsCheck(field: field, maximumUTF8Length: maximumUTF8Length))))
    }

    /// The text can be stored: it is not empty, not too large, and has neither control characters nor heaps of marks.
    ///
    /// These are the limits of the domain's value types, such as `AccountID.maximumUTF8Length`, and besides of what can be
    /// normalised in a time that nobody notices: at most 30 combining marks in a row (UAX #15 section 13). Reports
    /// `.empty`, `.tooManyBytes`, `.containsControlCharacter`, or `.forbiddenCharacter` with the 31st mark, where `at`
    /// counts Unicode scalars.
    ///
    /// - Parameter maximumUTF8Length: The largest size in bytes of UTF-8, in Normalization Form C; below 1, every text is
    ///   too large.
    /// - Returns: The rule.
    public static func storable(maximumUTF8Length: Int) -> Rule {
        Rule(.leaf(.storable(maximumUTF8Length: maximumUTF8Length)))
    }

    /// There is no white space, in the sense of the Unicode property White_Space.
    ///
    /// Reports `.containsWhitespace` with the place in the text as it was typed, or `.tooManyBytes` beyond
    /// `AccountForm.maximumFieldUTF8Length`.
    public static let noWhitespace = Rule(.leaf(.noWhitespace))

    /// There are only `a` to `z` and `0` to `9`.
    ///
    /// Reports `.forbiddenCharacter` (`at` counts characters), or `.tooManyBytes` beyond
    /// `AccountForm.maximumFieldUTF8Length`.
    public static let lowercaseLettersAndDigits = Rule(.leaf(.lowercaseLettersAndDigits))

    /// The text does not begin with one of `0` to `9`.
    ///
    /// Reports `.startsWithDigit`.
    public static let noLeadingDigit = Rule(.leaf(.noLeadingDigit))

    /// The text is an e-mail address of the practical grammar.
    ///
    /// Before the one `@` is a dot-atom (RFC 5322 section 3.2.3) of ASCII characters, of 64 bytes at most; behind it
    /// are two labels or more, each in ASCII or as a U-label, the last not of digits alone. The whole has at most
    /// `AccountID.maximumUTF8Length` bytes. Quoted local parts, comments, addresses in brackets and local parts beyond
    /// ASCII are refused on purpose.
    ///
    /// Reports `.tooManyBytes`, or `.notAnEmailAddress` with the part.
    public static let email = Rule(.leaf(.email))

    /// The text is a telephone number as people write them.
    ///
    /// There are digits, spaces, hyphens, full stops and parentheses, and a `+` only in front. Reports
    /// `.forbiddenCharacter`, `.tooFewDigits`, `.tooManyDigits`, or `.tooManyBytes` beyond
    /// `PhoneNumber.maximumUTF8Length`.
    ///
    /// - Parameter digits: How many digits; a least number below 0 is as good as 0. ITU-T E.164 allows 15 at most, which
    ///   is not looked at here.
    /// - Returns: The rule.
    public static func phoneNumber(digits: ClosedRange<Int>) -> Rule {
        Rule(.leaf(.phoneNumber(PhoneCheck(digits: digits))))
    }

    /// The whole text is on no list of common passwords, and not so regular that no list needs to have it: no
    /// repetition of up to 4 characters, and no sequence of runs along the alphabet, the digits or a keyboard.
    ///
    /// Upper and lower case are taken as equal, and so are spellings of a character.
    ///
    /// Reports `.tooCommon`, or `.tooManyBytes` beyond `AccountForm.maximumFieldUTF8Length`.
    ///
    /// - Parameter blocklist: The list.
    /// - Returns: The rule.
    public static func uncommon(_ blocklist: PasswordBlocklist) -> Rule {
        Rule(.leaf(.uncommon(blocklist)))
    }

    /// The text does not contain the account ID or, where that is an e-mail address, what is before its `@`.
    ///
    /// Case and composition make no difference; an ID of fewer than 4 characters is not looked for. Reports
    /// `.containsAccountID`, or `.tooManyBytes` beyond `AccountForm.maximumFieldUTF8Length`.
    public static let noAccountID = Rule(.leaf(.withoutContext(.accountID)))

    /// The text does not contain the nickname.
    ///
    /// Case and composition make no difference; a nickname of fewer than 4 characters is not looked for. Reports
    /// `.containsNickname`, or `.tooManyBytes` beyond `AccountForm.maximumFieldUTF8Length`.
    public static let noNickname = Rule(.leaf(.withoutContext(.nickname)))

    /// The text contains none of the words that are easily guessed here, such as the name of the service.
    ///
    /// Case and composition make no difference; words of fewer than 4 characters are not looked for. Reports
    /// `.containsContextWord`, or `.tooManyBytes` beyond `AccountForm.maximumFieldUTF8Length`.
    ///
    /// - Parameter words: The words.
    /// - Returns: The rule.
    public static func noContextWords(_ words: [String]) -> Rule {
        Rule(.leaf(.withoutContext(.words(ContextWords(words)))))
    }

    /// The text is an e-mail address that serves as an account ID, with a plain part before the `@`.
    ///
    /// The part before the `@` has only `a` to `z` and `0` to `9`, a limited number of them, and does not begin with a
    /// digit. Behind the one `@` is a domain name, as in ``email``. The whole has at most `AccountID.maximumUTF8Length`
    /// bytes.
    ///
    /// There are four parts, in this order: the address as such, then the length, the characters and the first
    /// character of what is before the `@`. The last three are not evaluated where there is no such thing. Reports
    /// `.tooManyBytes`, `.notAnEmailAddress` with `.shape` or `.domain`, `.tooShort`, `.tooLong`,
    /// `.forbiddenCharacter` (`at` counts characters of the text) and `.startsWithDigit`.
    ///
    /// - Parameter localLength: How many characters there may be before the `@`; bounds beyond 64 (RFC 5321 section
    ///   4.5.3.1.1) count as 64.
    /// - Returns: The rule.
    public static func emailID(localLength: ClosedRange<Int>) -> Rule {
        Rule(.emailID(EmailIDCheck(localLength: localLength)))
    }
}
