import Domain

extension BodyTemplate {
    /// The texts of a form that a body was made of: what ``filled(with:)`` does, the other way round.
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
}
