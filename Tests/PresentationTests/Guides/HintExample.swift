import Domain
import Presentation

extension FormState {
    /// Returns the text below a field; nil if it shows no issue.
    func hint(for field: AccountField, in messages: any MessageCatalog) -> String? {
        switch self[field] {
        case .untouched, .editing, .valid: nil
        case .invalid(let issues), .rejected(let issues):
            issues.first.map { messages.message(for: FieldIssue(field: field, issue: $0)) }
        }
    }
}
