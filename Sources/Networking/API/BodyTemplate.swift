public import Domain

/// The body of a request, with placeholders.
public indirect enum BodyTemplate: Hashable, Sendable, ExpressibleByDictionaryLiteral, ExpressibleByStringLiteral,
    ExpressibleByArrayLiteral
{
    /// A text; a member or an element is left out if a value is missing.
    case text(TextTemplate)
    /// The same value in every request.
    case constant(JSONValue)
    /// A list.
    case array([BodyTemplate])
    /// Members by name; a name is a template too, as in `$challengeName_CODE`.
    case object([String: BodyTemplate])

    /// Creates an object.
    ///
    /// - Parameter elements: The members; the last one with the same name counts.
    public init(dictionaryLiteral elements: (String, BodyTemplate)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }

    /// Creates a list.
    ///
    /// - Parameter elements: The elements.
    public init(arrayLiteral elements: BodyTemplate...) {
        self = .array(elements)
    }

    /// Creates a text, as ``TextTemplate/init(_:)`` does.
    ///
    /// - Parameter text: The text.
    public init(stringLiteral text: String) {
        self = .text(TextTemplate(text))
    }

    /// Creates the template that a JSON value describes.
    ///
    /// - Parameter value: The value, whose texts are templates.
    public init(_ value: JSONValue) {
        switch value {
        case .string(let text): self = .text(TextTemplate(text))
        case .array(let elements): self = .array(elements.map { BodyTemplate($0) })
        case .object(let members): self = .object(members.mapValues { BodyTemplate($0) })
        case .null, .bool, .number: self = .constant(value)
        }
    }

    /// A placeholder for the account ID.
    public static let id = field(.id)

    /// A placeholder for the password.
    public static let password = field(.password)

    /// Returns a placeholder for a form field.
    ///
    /// - Parameter field: The field; the member is left out if it is empty.
    /// - Returns: The placeholder.
    public static func field(_ field: AccountField) -> BodyTemplate { .text(TextTemplate(Placeholder(field))) }

    /// The texts without placeholders, and the constants.
    package var literals: [JSONValue] {
        switch self {
        case .text(let template): template.filled { _ in nil }.map { [.string($0)] } ?? []
        case .constant(let value): [value]
        case .array(let elements): elements.flatMap(\.literals)
        case .object(let members): members.values.flatMap(\.literals)
        }
    }

    /// Returns the body, or nil if a value of the outermost text is missing.
    package func filled(with values: RequestValues) -> JSONValue? {
        switch self {
        case .text(let template):
            // A list of documents is a list in JSON too.
            guard template.placeholder == .consents else { return template.filled(with: values).map { .string($0) } }
            return values[.consents].map { .array($0.split(separator: " ").map { .string(String($0)) }) }
        case .constant(let value): return value
        case .array(let elements): return .array(elements.compactMap { $0.filled(with: values) })
        case .object(let members):
            let filled = members.compactMap { name, member in
                TextTemplate(name).filled(with: values).flatMap { name in
                    member.filled(with: values).map { (name, $0) }
                }
            }
            return .object(Dictionary(filled) { first, _ in first })
        }
    }

    /// Returns the values in a body: the inverse of ``filled(with:)``.
    func values(in body: JSONValue) -> RequestValues {
        switch self {
        case .text(let template): body.text.flatMap(template.values) ?? [:]
        case .constant, .array: [:]
        case .object(let members):
            members.reduce(into: [:]) { values, member in
                guard let value = Self.fixedName(member.key).flatMap({ body.members?[$0] }) else { return }
                values.merge(member.value.values(in: value)) { first, _ in first }
            }
        }
    }

    var placeholders: Set<Placeholder> {
        switch self {
        case .text(let template): template.placeholders
        case .constant: []
        case .array(let elements): elements.reduce(into: []) { $0.formUnion($1.placeholders) }
        case .object(let members):
            members.reduce(into: []) {
                $0.formUnion($1.value.placeholders.union(TextTemplate($1.key).placeholders))
            }
        }
    }

    /// Returns the name of a member as it is sent, or nil if it has placeholders.
    private static func fixedName(_ name: String) -> String? { TextTemplate(name).filled { _ in nil } }

    /// The form fields by the server's names, which are the names of the members that have no placeholders.
    var fieldNames: [String: AccountField] {
        guard case .object(let members) = self else { return [:] }
        var names: [String: AccountField] = [:]
        for (name, member) in members {
            if case .text(let template) = member, let field = template.placeholder?.field {
                if let name = Self.fixedName(name) { names[name] = field }
            } else {
                names.merge(member.fieldNames) { first, _ in first }
            }
        }
        return names
    }
}

extension Placeholder {
    /// The form field that the value comes from, or nil.
    var field: AccountField? {
        switch self {
        case .newPassword: .password
        default: AccountField(rawValue: name)
        }
    }
}
