import Domain
import Presentation

extension FormState {
    /// What to show below a field, or nil where nothing is held against it.
    func hint(for field: AccountField, in messages: any MessageCatalog) -> String? {
        switch self[field] {
        case .untouched, .editing, .valid: nil
        case .invalid(let issues), .rejected(let issues):
            issues.first.map { messages.message(for: FieldIssue(field: field, issue: $0)) }
        }
    }
}
