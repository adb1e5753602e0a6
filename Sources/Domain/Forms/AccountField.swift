/// A field that a form about accounts can have, in the order in which forms show them.
public enum AccountField: String, Hashable, Sendable, CaseIterable {
    /// The account ID.
    case id

    /// The password.
    case password

    /// The password, typed a second time.
    case confirmation

    /// The name by which the app greets a person.
    case nickname

    /// The name of a person.
    case name

    /// An e-mail address besides the ID.
    case email

    /// A telephone number.
    case phone

    /// The password that the account has, typed by its owner before something that only the owner may do.
    case currentPassword

    /// Whether what is typed into the field must not be shown, nor repeated in a message.
    public var isSecret: Bool {
        switch self {
        case .password, .confirmation, .currentPassword: true
        case .id, .nickname, .name, .email, .phone: false
        }
    }
}
