/// What a person has typed so far, field by field.
///
/// A form may hold a password, so it prints as redacted.
public struct AccountForm: Hashable, Secret {
    private var id = ""
    private var password = ""
    private var confirmation = ""
    private var nickname = ""
    private var name = ""
    private var email = ""
    private var phone = ""

    /// Creates an empty form.
    public init() {}

    /// Creates a form in which some fields are filled in.
    ///
    /// - Parameter texts: What was typed, by field; a field that is missing is empty.
    public init(_ texts: KeyValuePairs<AccountField, String>) {
        for (field, text) in texts { self[field] = text }
    }

    /// The text of a field, empty until something is typed.
    public subscript(field: AccountField) -> String {
        get {
            switch field {
            case .id: id
            case .password: password
            case .confirmation: confirmation
            case .nickname: nickname
            case .name: name
            case .email: email
            case .phone: phone
            }
        }
        set {
            switch field {
            case .id: id = newValue
            case .password: password = newValue
            case .confirmation: confirmation = newValue
            case .nickname: nickname = newValue
            case .name: name = newValue
            case .email: email = newValue
            case .phone: phone = newValue
            }
        }
    }
}
