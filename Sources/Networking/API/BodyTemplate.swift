public import Domain

/// The JSON body of a request, with placeholders for the texts of a form.
public indirect enum BodyTemplate: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// A placeholder for the text of a form field; the member is omitted if the field is empty.
    case field(AccountField)
    /// The same value in every request.
    case constant(JSONValue)
    /// Members by name.
    case object([String: BodyTemplate])

    /// Creates an object.
    ///
    /// - Parameter elements: The members; the last one with the same name counts.
    public init(dictionaryLiteral elements: (String, BodyTemplate)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }

    /// A placeholder for the account ID.
    public static let id = BodyTemplate.field(.id)

    /// A placeholder for the password.
    public static let password = BodyTemplate.field(.password)

    /// Returns the body for the texts of a form, or nil for a placeholder without a text.
    func filled(with texts: [AccountField: String]) -> JSONValue? {
        switch self {
        case .field(let field): texts[field].map { .string($0) }
        case .constant(let value): value
        case .object(let members): .object(members.compactMapValues { $0.filled(with: texts) })
        }
    }

    /// Returns the texts of a form in a body: the inverse of ``filled(with:)``.
    func texts(in value: JSONValue) -> [AccountField: String] {
        switch self {
        case .field(let field): value.text.map { [field: $0] } ?? [:]
        case .constant: [:]
        case .object(let members):
            members.reduce(into: [:]) { texts, member in
                guard let value = value.members?[member.key] else { return }
                texts.merge(member.value.texts(in: value)) { first, _ in first }
            }
        }
    }

    /// The form fields by the server's names, which are the names of the members.
    var fieldNames: [String: AccountField] {
        guard case .object(let members) = self else { return [:] }
        var names: [String: AccountField] = [:]
        for (name, member) in members {
            if case .field(let field) = member {
                names[name] = field
            } else {
                names.merge(member.fieldNames) { first, _ in first }
            }
        }
        return names
    }
}
