public import Domain

extension AccountForm {
    /// A form that the sign-up policy of S1 accepts, unless a test changes a field.
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
    public static func signIn(id: String = "abcdef@gmail.com", password: String = "password1") -> AccountForm {
        AccountForm([.id: id, .password: password])
    }
}
