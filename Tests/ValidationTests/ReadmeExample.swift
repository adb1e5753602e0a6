import Domain
import Validation

/// What to show under the ID field while somebody types into it.
func hints(for text: String) -> [ValidationIssue] {
    let policy = AccountPolicy.emailLocalPart.signUp
    return policy.report(on: AccountForm([.id: text]))[.id]?.issues ?? []
}
