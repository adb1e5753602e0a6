/// A request to register an account.
public struct Registration: Hashable, Sendable {
    /// The requested ID.
    public let id: AccountID

    /// The password.
    public let password: Password

    /// The profile.
    public let profile: Profile

    /// Creates a registration.
    ///
    /// - Parameters:
    ///   - id: The requested ID.
    ///   - password: The password.
    ///   - profile: The profile.
    public init(id: AccountID, password: Password, profile: Profile = Profile()) {
        self.id = id
        self.password = password
        self.profile = profile
    }

    /// Creates a registration from a form that its policy has accepted.
    ///
    /// - Parameter form: The submitted form; its empty fields are left out of the profile.
    /// - Throws: The first text that is not a value of its type, or that has invisible characters.
    init(_ form: AccountForm) throws(FieldIssue) {
        self.init(
            id: try form.id(),
            password: Password(form[.password]),
            profile: try Profile { form[$0.field].isEmpty ? nil : form[$0.field] }
        )
        for field in [.id] + Profile.fields.map(\.field) {
            do {
                try form[field].checkVisibility(in: field)
            } catch {
                throw FieldIssue(field: field, issue: error)
            }
        }
    }
}
