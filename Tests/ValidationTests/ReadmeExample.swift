import Domain
import Validation

/// Returns the issues to show under the ID field while the user types.
func hints(for text: String) -> [ValidationIssue] {
    let policy = AccountPolicy.emailLocalPart.signUp
    return policy.report(on: AccountForm([.id: text]))[.id]?.issues ?? []
}
