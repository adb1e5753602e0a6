extension Registration {
    /// Creates a registration from a form that its policy has accepted.
    ///
    /// Fields that are empty are left out of the profile.
    ///
    /// - Parameter form: What was typed.
    /// - Throws: The first issue that keeps a text from being a value of the domain.
    init(_ form: AccountForm) throws(FieldIssue) {
        self.init(
            id: try form.value(of: .id, AccountID.init),
            password: Password(form[.password]),
            profile: Profile(
                nickname: try form.optionalValue(of: .nickname, Nickname.init),
                name: try form.optionalValue(of: .name, PersonName.init),
                email: try form.optionalValue(of: .email, EmailAddress.init),
                phone: try form.optionalValue(of: .phone, PhoneNumber.init)
            )
        )
    }
}
