import Domain

/// What happens to the state of a form while it is filled in: the part that all screens with a form share.
///
/// When a field shows what is wrong with it is decided by its stage; see `FieldState.init(stage:report:)`.
struct FormEditor {
    private let validator: any FormValidating
    private var stages: [AccountField: FieldStage] = [:]
    private var rejections: [AccountField: [ValidationIssue]] = [:]
    private(set) var state: FormState

    /// Starts with an empty form.
    ///
    /// - Parameter validator: Says which fields there are, and judges them at every change.
    init(validator: any FormValidating) {
        self.validator = validator
        let form = AccountForm()
        state = FormState(fields: validator.fields, form: form, isValid: validator.report(on: form).isValid)
    }

    /// Puts a text into a field.
    ///
    /// Every field is judged anew, because one may have to match another. A text that the field has already, and a
    /// field that the form does not have, change nothing.
    ///
    /// - Returns: Whether anything was changed.
    mutating func edit(_ field: AccountField, _ text: String) -> Bool {
        // Compared by octets: texts that Swift calls equal can be different passwords.
        guard state.fields.contains(field), !state.form[field].utf8.elementsEqual(text.utf8) else { return false }
        state.form[field] = text
        rejections[field] = nil
        advance(field, to: .editing)
        judge()
        return true
    }

    /// Shows from now on what is wrong with a field.
    mutating func leave(_ field: AccountField) {
        guard state.fields.contains(field) else { return }
        advance(field, to: .left)
        judge()
    }

    /// Shows from now on what is wrong with any field.
    mutating func submit() {
        for field in state.fields { advance(field, to: .submitted) }
        judge()
    }

    /// Marks a field as the reason of a refusal, unless its text is no longer the one that was refused.
    mutating func reject(_ field: AccountField, _ issues: [ValidationIssue] = [], of submitted: AccountForm) {
        guard state.fields.contains(field), state.form[field].utf8.elementsEqual(submitted[field].utf8) else { return }
        rejections[field] = issues
        state[field] = .rejected(issues)
    }

    /// Marks the fields of all issues as the reasons of a refusal.
    mutating func reject(_ issues: [FieldIssue], of submitted: AccountForm) {
        for (field, issues) in Dictionary(grouping: issues, by: \.field) {
            reject(field, issues.map(\.issue), of: submitted)
        }
    }

    private mutating func advance(_ field: AccountField, to stage: FieldStage) {
        stages[field, default: .untouched].advance(to: stage)
    }

    private mutating func judge() {
        let report = validator.report(on: state.form)
        state.isValid = report.isValid
        for fieldReport in report.fields {
            let field = fieldReport.field
            state[field] =
                if let issues = rejections[field] {
                    .rejected(issues)
                } else {
                    FieldState(stage: stages[field] ?? .untouched, report: fieldReport)
                }
        }
    }
}
