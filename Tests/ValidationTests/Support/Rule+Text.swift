import Domain
import Validation

extension Rule {
    /// Judges a text as though it were the ID of a form.
    func report(on text: String) -> RuleReport {
        report(on: AccountForm([.id: text]), field: .id)
    }

    /// What is wrong with a text.
    func issues(in text: String) -> [ValidationIssue] { report(on: text).issues }
}
