public import Domain

extension AccountForm {
    /// A form that the sign-up policy of S1 accepts, unless a test changes a field.
    ///
    /// - Parameters:
    ///   - id: What was typed as the ID.
    ///   - password: What was typed as the password.
    ///   - confirmation: What was typed as its confirmation; nil stands for the password once more.
    ///   - nickname: What was typed as the nickname.
    /// - Returns: The form.
    public static func signUp(
        id: String = "abcdef@gmail.com",
        password: String = "password1",
        confirmation: String? = nil,
        nickname: String = "Kim"
    ) -> AccountForm {
        AccountForm([
            .id: id, .password: password, .confirmation: confirmation ?? password, .nickname: nickname,
        ])
    }

    /// A form to sign in with.
    ///
    /// - Parameters:
    ///   - id: What was typed as the ID.
    ///   - password: What was typed as the password.
    /// - Returns: The form.
    public static func signIn(id: String = "abcdef@gmail.com", password: String = "password1") -> AccountForm {
        AccountForm([.id: id, .password: password])
    }
}
