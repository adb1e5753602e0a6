import Domain

extension AccountPolicy {
    /// The policy of S0, the system that signs in at a server (row S0.1).
    ///
    /// The ID and the password are not empty and within the limits of what can be stored; the rest is the server's
    /// business. To sign up, the password is typed twice.
    public static let nonEmpty = AccountPolicy(
        signUp: [.id: .accountID, .password: .anyPassword, .confirmation: .confirmation],
        signIn: [.id: .accountID, .password: .anyPassword]
    )
}
