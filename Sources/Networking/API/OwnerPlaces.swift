/// Where a reply describes the owner of an account; nil for what it does not say.
public struct OwnerPlaces: Hashable, Sendable {
    /// The account ID.
    public var id: JSONPath?

    /// The name by which the app greets the owner.
    public var nickname: JSONPath?

    /// The owner's name.
    public var name: JSONPath?

    /// Where the owner gets mail.
    public var email: JSONPath?

    /// Where the owner is called.
    public var phone: JSONPath?

    /// Creates places.
    ///
    /// - Parameters:
    ///   - id: The account ID.
    ///   - nickname: The name by which the app greets the owner.
    ///   - name: The owner's name.
    ///   - email: Where the owner gets mail.
    ///   - phone: Where the owner is called.
    public init(
        id: JSONPath? = nil,
        nickname: JSONPath? = nil,
        name: JSONPath? = nil,
        email: JSONPath? = nil,
        phone: JSONPath? = nil
    ) {
        self.id = id
        self.nickname = nickname
        self.name = name
        self.email = email
        self.phone = phone
    }
}
