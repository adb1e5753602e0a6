import Domain

/// What is usually asked of the fields of a form, to be combined with more or to be put into a policy as it is.
extension Rule {
    /// Any account ID that can be stored; enough to sign in.
    public static let accountID = inOrder(.notEmpty, .storable(maximumUTF8Length: AccountID.maximumUTF8Length))

    /// Any password that can be hashed, of `Password.maximumUTF8Length` at most; enough to sign in.
    public static let anyPassword = inOrder(.notEmpty, .storable(maximumUTF8Length: Password.maximumUTF8Length))

    /// The password, typed once more.
    ///
    /// No text of more than three times `Password.maximumUTF8Length` is a password, in whatever form it is typed.
    public static let confirmation = inOrder(
        .notEmpty,
        .sameAs(.password, maximumUTF8Length: 3 * Password.maximumUTF8Length)
    )

    /// An e-mail address of the practical grammar; see ``email``.
    public static let emailAddress = inOrder(
        .notEmpty,
        .storable(maximumUTF8Length: EmailAddress.maximumUTF8Length),
        .email
    )

    /// A telephone number of 7 to 15 digits; see ``phoneNumber(digits:)``.
    public static let phone = inOrder(
        .notEmpty,
        .storable(maximumUTF8Length: PhoneNumber.maximumUTF8Length),
        .phoneNumber(digits: 7...15)
    )

    /// A nickname that shows, of so many grapheme clusters.
    ///
    /// - Parameter length: How many grapheme clusters; a least number below 0 is as good as 0.
    /// - Returns: The rule.
    public static func nickname(_ length: ClosedRange<Int> = 1...20) -> Rule {
        .inOrder(
            .notBlank,
            .storable(maximumUTF8Length: Nickname.maximumUTF8Length),
            .length(length, in: .graphemeClusters)
        )
    }

    /// The name of a person that shows, of so many grapheme clusters.
    ///
    /// - Parameter length: How many grapheme clusters; a least number below 0 is as good as 0.
    /// - Returns: The rule.
    public static func personName(_ length: ClosedRange<Int> = 1...80) -> Rule {
        .inOrder(
            .notBlank,
            .storable(maximumUTF8Length: PersonName.maximumUTF8Length),
            .length(length, in: .graphemeClusters)
        )
    }

    /// A password of so many Unicode scalars and at most `Password.maximumUTF8Length` in Normalization Form C, and of
    /// nothing but that.
    ///
    /// - Parameter length: How many Unicode scalars; a least number below 0 is as good as 0, and one beyond
    ///   `Password.maximumUTF8Length` is never reached.
    /// - Returns: The rule.
    public static func password(_ length: ClosedRange<Int>) -> Rule {
        .inOrder(
            .notEmpty,
            .storable(maximumUTF8Length: Password.maximumUTF8Length),
            .length(length, in: .unicodeScalars)
        )
    }

    /// A password in the style of NIST SP 800-63B-4, section 3.1.1.2.
    ///
    /// It has so many Unicode scalars and at most `Password.maximumUTF8Length` in Normalization Form C, is no common
    /// password as a whole, and contains neither the account ID nor the nickname nor one of the words given. There are
    /// no rules about which characters it has to be composed of, and all of Unicode is allowed but control characters,
    /// which no keyboard types, and more than 30 combining marks in a row, which no script has.
    ///
    /// - Parameters:
    ///   - length: How many Unicode scalars; a least number below 0 is as good as 0, and one beyond
    ///     `Password.maximumUTF8Length` is never reached.
    ///   - blocklist: The passwords that are too common.
    ///   - contextWords: Words that are easily guessed here, such as the name of the service.
    /// - Returns: The rule.
    public static func guessResistantPassword(
        _ length: ClosedRange<Int>,
        blocklist: PasswordBlocklist = .common,
        contextWords: [String] = []
    ) -> Rule {
        .inOrder(
            .password(length),
            .all(.uncommon(blocklist), .noAccountID, .noNickname, .noContextWords(contextWords))
        )
    }
}
