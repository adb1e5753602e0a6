public import Domain

/// The usual rules of the fields of a form.
extension Rule {
    /// Returns the default rule of a field, whose texts can be stored; a policy may have a stricter one.
    ///
    /// - Parameter field: The field.
    /// - Returns: The rule.
    public static func `default`(for field: AccountField) -> Rule {
        switch field {
        case .id: .accountID
        case .password, .currentPassword: .anyPassword
        case .confirmation: .confirmation
        case .nickname: .nickname()
        case .name: .personName()
        case .email: .emailAddress
        case .phone: .phone
        case .code: .notEmpty
        }
    }

    /// The rule for any storable account ID, which is sufficient for sign-in.
    public static let accountID = inOrder(.notEmpty, .storable(maximumUTF8Length: AccountID.maximumUTF8Length))

    /// The rule for any account ID that a sign-up accepts.
    public static let newAccountID = inOrder(
        .notEmpty,
        .storable(maximumUTF8Length: AccountID.maximumUTF8Length, invisible: .none)
    )

    /// The rule for any password that can be hashed, of at most `Password.maximumUTF8Length`, which is sufficient for
    /// sign-in.
    public static let anyPassword = inOrder(.notEmpty, .storable(maximumUTF8Length: Password.maximumUTF8Length))

    /// The rule for the password, typed a second time.
    ///
    /// Normalization shrinks a text to a third at most, so a larger text is not a password.
    public static let confirmation = inOrder(
        .notEmpty,
        .sameAs(.password, maximumUTF8Length: 3 * Password.maximumUTF8Length)
    )

    /// The rule for an e-mail address of the practical grammar; see ``email``.
    public static let emailAddress = inOrder(
        .notEmpty,
        .storable(maximumUTF8Length: EmailAddress.maximumUTF8Length, invisible: .none),
        .email
    )

    /// The rule for a telephone number of 7 to 15 digits; see ``phoneNumber(digits:)``.
    public static let phone = inOrder(
        .notEmpty,
        .storable(maximumUTF8Length: PhoneNumber.maximumUTF8Length, invisible: .none),
        .phoneNumber(digits: 7...15)
    )

    /// Returns the rule for a nickname that is not blank.
    ///
    /// - Parameter length: The number of grapheme clusters allowed.
    /// - Returns: The rule.
    public static func nickname(_ length: ClosedRange<Int> = 1...20) -> Rule {
        .inOrder(
            .notBlank,
            .storable(maximumUTF8Length: Nickname.maximumUTF8Length, invisible: .joiners),
            .length(length, in: .graphemeClusters)
        )
    }

    /// Returns the rule for the name of a person that is not blank.
    ///
    /// - Parameter length: The number of grapheme clusters allowed.
    /// - Returns: The rule.
    public static func personName(_ length: ClosedRange<Int> = 1...80) -> Rule {
        .inOrder(
            .notBlank,
            .storable(maximumUTF8Length: PersonName.maximumUTF8Length, invisible: .joiners),
            .length(length, in: .graphemeClusters)
        )
    }

    /// Returns the rule for a password of limited length that can be hashed.
    ///
    /// - Parameter length: The number of Unicode scalars allowed.
    /// - Returns: The rule.
    public static func password(_ length: ClosedRange<Int>) -> Rule {
        .inOrder(
            .notEmpty,
            .storable(maximumUTF8Length: Password.maximumUTF8Length),
            .length(length, in: .unicodeScalars)
        )
    }

    /// Returns the rule for a password in the style of NIST SP 800-63B-4, section 3.1.1.2.
    ///
    /// The password is not a common one, and contains neither the account ID nor the nickname nor a context word. All
    /// of Unicode is allowed except control characters and more than 30 combining marks in a row.
    ///
    /// - Parameters:
    ///   - length: The number of Unicode scalars allowed.
    ///   - blocklist: The common passwords.
    ///   - contextWords: Words that are easy to guess, such as the name of the service.
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
