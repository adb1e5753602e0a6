/// A request to register an account.
public struct Registration: Hashable, Sendable {
    /// The requested ID.
    public let id: AccountID

    /// The password.
    public let password: Password

    /// The profile.
    public let profile: Profile

    /// The documents to which the user agrees with the registration.
    public let documents: [ConsentDocument]

    /// Creates a registration.
    ///
    /// - Parameters:
    ///   - id: The requested ID.
    ///   - password: The password.
    ///   - profile: The profile.
    ///   - documents: The documents to which the user agrees with the registration.
    public init(
        id: AccountID,
        password: Password,
        profile: Profile = Profile(),
        documents: [ConsentDocument] = []
    ) {
        self.id = id
        self.password = password
        self.profile = profile
        self.documents = documents
    }

    /// Creates a registration from a form that its policy has accepted, without its empty fields.
    ///
    /// Throws the first text that is not a value of its type, or that has invisible characters.
    init(_ form: AccountForm, agreeingTo documents: [ConsentDocument] = []) throws(FieldIssue) {
        self.init(
            id: try form.id(),
            password: Password(form[.password]),
            profile: try Profile { form[$0.field].isEmpty ? nil : form[$0.field] },
            documents: documents
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
