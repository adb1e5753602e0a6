import Domain

extension AccountPolicy {
    /// The policy of S2, the system with several accounts and automatic sign-in (row S2.4), where it is 4 to 16.
    ///
    /// The ID has so many grapheme clusters and the password so many Unicode scalars in Normalization Form C. The
    /// upper bound is also the limit of what the fields take while somebody types. To sign up, the password is typed
    /// twice.
    ///
    /// - Parameter length: How many characters; a least number below 0 is as good as 0, and one beyond what an ID or a
    ///   password can have (`AccountID.maximumUTF8Length`, `Password.maximumUTF8Length`) is never reached.
    /// - Returns: The policy.
    public static func length(_ length: ClosedRange<Int>) -> AccountPolicy {
        let id = Rule.inOrder(
            .notEmpty,
            .storable(maximumUTF8Length: AccountID.maximumUTF8Length),
            .length(length, in: .graphemeClusters)
        )
        let limit = InputLimit(length.upperBound, in: .unicodeScalars)
        var signIn: FormPolicy = [.id: id, .password: .password(length)]
        signIn.limits = [.id: InputLimit(length.upperBound), .password: limit]
        var signUp = signIn
        signUp[.confirmation] = .confirmation
        signUp.limits[.confirmation] = limit
        return AccountPolicy(signUp: signUp, signIn: signIn)
    }
}
