/// The fields of forms, in the order in which forms show them.
public enum AccountField: String, Hashable, Sendable, CaseIterable {
    /// The account ID.
    case id

    /// The password.
    case password

    /// The password, typed a second time.
    case confirmation

    /// The name with which the app greets the user.
    case nickname

    /// The name of a person.
    case name

    /// An e-mail address, in addition to the ID.
    case email

    /// A telephone number.
    case phone

    /// The current password, which confirms that the account owner is using the app.
    case currentPassword

    /// The code from a message, or the recovery code.
    // Servers name the kind of an error `code`.
    case code = "confirmationCode"

    /// Whether the text of the field must not be repeated in a message, nor shown unless the user wants that.
    public var isSecret: Bool {
        switch self {
        case .password, .confirmation, .currentPassword, .code: true
        case .id, .nickname, .name, .email, .phone: false
        }
    }
}
