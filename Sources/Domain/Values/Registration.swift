/// The wish to become an account; nothing is stored yet.
public struct Registration: Hashable, Sendable {
    /// The ID that is asked for.
    public let id: AccountID

    /// The password to sign in with.
    public let password: Password

    /// What the owner tells about themselves.
    public let profile: Profile

    /// Creates a registration.
    ///
    /// - Parameters:
    ///   - id: The ID that is asked for.
    ///   - password: The password to sign in with.
    ///   - profile: What the owner tells about themselves.
    public init(id: AccountID, password: Password, profile: Profile = Profile()) {
        self.id = id
        self.password = password
        self.profile = profile
    }
}

extension Registration {
    /// Creates a registration from a form that its policy has accepted.
    ///
    /// - Parameter form: The submitted form; its empty fields are left out of the profile.
    /// - Throws: The first issue that keeps a text from being a value of the domain.
    init(_ form: AccountForm) throws(FieldIssue) {
        self.init(
            id: try form.value(of: .id, AccountID.init),
            password: Password(form[.password]),
            profile: try Profile { form[$0.field].isEmpty ? nil : form[$0.field] }
        )
    }
}
