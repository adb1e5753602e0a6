import Domain

extension AccountPolicy {
    /// The policy that this module recommends, in the style of NIST SP 800-63B-4.
    ///
    /// To sign up:
    /// - the ID is an e-mail address of the practical grammar, see ``Rule/email``;
    /// - the password is as in ``Rule/guessResistantPassword(_:blocklist:contextWords:)``, of 128 Unicode scalars at
    ///   most;
    /// - the confirmation is not empty and equals the password;
    /// - the nickname has 1 to 20 grapheme clusters, not all of them blank;
    /// - the name of the person, an e-mail address and a telephone number are not asked for; an app adds ``Rule/phone``
    ///   and its like, or makes them `optional`.
    ///
    /// To sign in: the ID and the password are not empty and within the limits of what can be stored.
    ///
    /// - Parameters:
    ///   - minimumPasswordLength: The least number of Unicode scalars: 15 where the password is all that is asked
    ///     for, and no fewer than 8 where there is a second factor (section 3.1.1.2). Numbers below 8 count as 8, and
    ///     those beyond 128 as 128.
    ///   - blocklist: The passwords that are too common.
    ///   - contextWords: Words that are easily guessed here, such as the name of the service.
    /// - Returns: The policy.
    public static func standard(
        minimumPasswordLength: Int = 15,
        blocklist: PasswordBlocklist = .common,
        contextWords: [String] = []
    ) -> AccountPolicy {
        AccountPolicy(
            signUp: [
                .id: .emailAddress,
                .password: .guessResistantPassword(
                    min(max(8, minimumPasswordLength), 128)...128,
                    blocklist: blocklist,
                    contextWords: contextWords
                ),
                .confirmation: .confirmation,
                .nickname: .nickname(),
            ],
            signIn: [.id: .accountID, .password: .anyPassword]
        )
    }

    /// The recommended policy with the least password length of 15 and the list of common passwords.
    public static let standard = standard()
}
