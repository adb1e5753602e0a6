public import Domain

/// The rules of an app's forms: one policy for sign-up, and a milder one for sign-in.
///
/// The sign-in form requires only storable texts, so that a rule added later does not lock out existing accounts.
public struct AccountPolicy: Sendable {
    /// The sign-up form.
    public var signUp: FormPolicy

    /// The sign-in form.
    public var signIn: FormPolicy

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - signUp: The sign-up form.
    ///   - signIn: The sign-in form; by default, the ID and the password must be storable.
    public init(signUp: FormPolicy, signIn: FormPolicy = [.id: .accountID, .password: .anyPassword]) {
        self.signUp = signUp
        self.signIn = signIn
    }
}

extension AccountPolicy {
    /// Returns the recommended policy, in the style of NIST SP 800-63B-4.
    ///
    /// At sign-up:
    /// - the ID is an e-mail address, see ``Rule/email``;
    /// - the password follows ``Rule/guessResistantPassword(_:blocklist:contextWords:)``, with at most 128 characters;
    /// - the confirmation equals the password;
    /// - the nickname has 1 to 20 characters and is not blank.
    ///
    /// At sign-in, the ID and the password are storable.
    ///
    /// - Parameters:
    ///   - minimumPasswordLength: The least number of Unicode scalars: 15 if the password is the only factor, and at
    ///     least 8 with a second factor (section 3.1.1.2). The number is clamped to 8 to 128.
    ///   - blocklist: The common passwords.
    ///   - contextWords: Words that are easy to guess, such as the name of the service.
    /// - Returns: The policy.
    public static func standard(
        minimumPasswordLength: Int = 15,
        blocklist: PasswordBlocklist = .common,
        contextWords: [String] = []
    ) -> AccountPolicy {
        AccountPolicy(signUp: [
            .id: .emailAddress,
            .password: .guessResistantPassword(
                min(max(8, minimumPasswordLength), 128)...128,
                blocklist: blocklist,
                contextWords: contextWords
            ),
            .confirmation: .confirmation,
            .nickname: .nickname(),
        ])
    }

    /// The recommended policy with its default arguments.
    public static let standard = standard()

    /// The policy of S0, an app that signs in at a server (row S0.1).
    ///
    /// The ID and the password are not empty and storable; the server decides the rest. At sign-up, the password is
    /// typed twice.
    public static let nonEmpty = AccountPolicy(
        signUp: [.id: .newAccountID, .password: .anyPassword, .confirmation: .confirmation]
    )

    /// The policy of S1, an app with a start screen, a sign-up form and a welcome screen (rows S1.2, S1.4 to S1.6).
    ///
    /// At sign-up:
    /// - the ID is an e-mail address; the part before the `@` has 6 to 20 of `a` to `z` and `0` to `9`, and does not
    ///   begin with a digit;
    /// - the password has 8 to 128 Unicode scalars;
    /// - the confirmation equals the password;
    /// - the nickname has 1 to 20 characters and is not blank.
    ///
    /// At sign-in, the ID and the password are storable.
    public static let emailLocalPart = AccountPolicy(signUp: [
        .id: .inOrder(
            .notEmpty,
            .storable(maximumUTF8Length: AccountID.maximumUTF8Length, invisible: .none),
            .emailID(localLength: 6...20)
        ),
        .password: .password(8...128),
        .confirmation: .confirmation,
        .nickname: .nickname(),
    ])

    /// Returns the policy of S2, an app with several accounts and automatic sign-in; row S2.4 has a length of 4 to 16.
    ///
    /// The ID is counted in grapheme clusters and the password in Unicode scalars. The upper bound also limits the
    /// fields while the user types. The sign-in form has the same rules. At sign-up, the password is typed twice.
    ///
    /// - Parameter length: The number of characters allowed.
    /// - Returns: The policy.
    public static func length(_ length: ClosedRange<Int>) -> AccountPolicy {
        func id(_ invisible: InvisibleCharacters) -> Rule {
            .inOrder(
                .notEmpty,
                .storable(maximumUTF8Length: AccountID.maximumUTF8Length, invisible: invisible),
                .length(length, in: .graphemeClusters)
            )
        }
        let limit = InputLimit(length.upperBound, in: .unicodeScalars)
        var signIn: FormPolicy = [.id: id(.all), .password: .password(length)]
        signIn.limits = [.id: InputLimit(length.upperBound), .password: limit]
        var signUp = signIn
        signUp[.id] = id(.none)
        signUp[.confirmation] = .confirmation
        signUp.limits[.confirmation] = limit
        return AccountPolicy(signUp: signUp, signIn: signIn)
    }

    /// The policy of S4, an app whose sign-in requires consent (rows S4.3 to S4.5).
    ///
    /// The ID and the password each have 6 to 12 characters and no white space. The sign-in form has the same rules,
    /// because it is validated live. At sign-up, the password is typed twice.
    public static let compact: AccountPolicy = {
        func rule(maximumUTF8Length: Int, unit: CharacterUnit, invisible: InvisibleCharacters = .all) -> Rule {
            .inOrder(
                .notEmpty,
                .storable(maximumUTF8Length: maximumUTF8Length, invisible: invisible),
                .all(.length(6...12, in: unit), .noWhitespace)
            )
        }
        let signIn: FormPolicy = [
            .id: rule(maximumUTF8Length: AccountID.maximumUTF8Length, unit: .graphemeClusters),
            .password: rule(maximumUTF8Length: Password.maximumUTF8Length, unit: .unicodeScalars),
        ]
        var signUp = signIn
        signUp[.id] = rule(maximumUTF8Length: AccountID.maximumUTF8Length, unit: .graphemeClusters, invisible: .none)
        signUp[.confirmation] = .confirmation
        return AccountPolicy(signUp: signUp, signIn: signIn)
    }()
}
