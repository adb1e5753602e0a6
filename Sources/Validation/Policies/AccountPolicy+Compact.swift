import Domain

extension AccountPolicy {
    /// The policy of S4, the system whose sign-in needs consent (rows S4.3 to S4.5).
    ///
    /// The ID and the password each have 6 to 12 characters, 12 included, and no white space: grapheme clusters in the
    /// ID, Unicode scalars in Normalization Form C in the password. It holds when signing in too, because the form of
    /// that system judges live there. To sign up, the password is typed twice.
    public static let compact: AccountPolicy = {
        let signIn: FormPolicy = [
            .id: compact(maximumUTF8Length: AccountID.maximumUTF8Length, unit: .graphemeClusters),
            .password: compact(maximumUTF8Length: Password.maximumUTF8Length, unit: .unicodeScalars),
        ]
        var signUp = signIn
        signUp[.confirmation] = .confirmation
        return AccountPolicy(signUp: signUp, signIn: signIn)
    }()

    private static func compact(maximumUTF8Length: Int, unit: CharacterUnit) -> Rule {
        .inOrder(
            .notEmpty,
            .storable(maximumUTF8Length: maximumUTF8Length),
            .all(.length(6...12, in: unit), .noWhitespace)
        )
    }
}
