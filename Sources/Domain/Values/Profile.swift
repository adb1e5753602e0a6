/// What is known about the owner of an account besides the ID.
///
/// Which of these an app asks for is decided by its policy.
public struct Profile: Hashable, Sendable {
    /// The name by which the app greets the owner.
    public var nickname: Nickname?

    /// The owner's name.
    public var name: PersonName?

    /// Where the owner gets mail.
    public var email: EmailAddress?

    /// Where the owner is called.
    public var phone: PhoneNumber?

    /// Creates a profile of the given parts.
    ///
    /// - Parameters:
    ///   - nickname: The name by which the app greets the owner.
    ///   - name: The owner's name.
    ///   - email: Where the owner gets mail.
    ///   - phone: Where the owner is called.
    public init(
        nickname: Nickname? = nil,
        name: PersonName? = nil,
        email: EmailAddress? = nil,
        phone: PhoneNumber? = nil
    ) {
        self.nickname = nickname
        self.name = name
        self.email = email
        self.phone = phone
    }
}
