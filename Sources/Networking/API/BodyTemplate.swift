public import Domain

/// What the JSON body of a request says, with gaps for what a person typed.
public indirect enum BodyTemplate: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// What is in a field of the form; a member whose field is empty is left out.
    case field(AccountField)

    /// The same in every request.
    case constant(JSONValue)

    /// Members by name.
    case object([String: BodyTemplate])

    /// Creates an object.
    ///
    /// - Parameter elements: The members; of two with the same name the last one counts.
    public init(dictionaryLiteral elements: (String, BodyTemplate)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }

    /// The account ID.
    public static let id = BodyTemplate.field(.id)

    /// The password.
    public static let password = BodyTemplate.field(.password)

    /// The body for the texts of a form, or nil where nothing is to be said.
    func filled(with texts: [AccountField: String]) -> JSONValue? {
        switch self {
        case .field(let field): texts[field].map { .string($0) }
        case .constant(let value): value
        case .object(let members): .object(members.compactMapValues { $0.filled(with: texts) })
        }
    }

    /// The fields by the names that the server has for them, which are the names of the members.
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
