import Domain

extension AccountPolicy {
    /// The policy of S1, the system with a start screen, a sign-up form and a welcome screen (rows S1.2, S1.4 to S1.6).
    ///
    /// To sign up:
    /// - the ID is an e-mail address whose part before the `@` has 6 to 20 of `a` to `z` and `0` to `9` and does not
    ///   begin with a digit;
    /// - the password has 8 to 128 Unicode scalars in Normalization Form C;
    /// - the confirmation is not empty and equals the password;
    /// - the nickname has 1 to 20 grapheme clusters, not all of them blank, in `Nickname.maximumUTF8Length` bytes.
    ///
    /// To sign in: the ID and the password are not empty and within the limits of what can be stored.
    public static let emailLocalPart = AccountPolicy(
        signUp: [
            .id: .inOrder(
                .notEmpty,
                .storable(maximumUTF8Length: AccountID.maximumUTF8Length),
                .emailID(localLength: 6...20)
            ),
            .password: .password(8...128),
            .confirmation: .confirmation,
            .nickname: .nickname(),
        ],
        signIn: [.id: .accountID, .password: .anyPassword]
    )
}
