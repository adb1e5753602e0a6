import Domain
import Validation

/// What to show under the ID field while somebody types into it.
func hints(for text: String) -> [ValidationIssue] {
    let validator = FormValidator(AccountPolicy.emailLocalPart.signUp)
    let form = AccountForm([.id: text])
    return validator.report(on: form)[.id]?.issues ?? []
}
