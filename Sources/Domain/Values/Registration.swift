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
