import Domain
import Validation

/// Returns the lines to show below a sign-up form: its issues, and a checklist of the password.
func lines(for form: AccountForm) -> [String] {
    let report = AccountPolicy.standard.signUp.report(on: form)
    let issues = report.issues.map { "\($0.field): \($0.issue)" }
    let rules = report[.password]?.rule.leaves ?? []
    return issues + rules.map { "\($0.isSatisfied ? "✔" : "·") \($0.requirement)" }
}
