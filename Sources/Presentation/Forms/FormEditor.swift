import Domain

/// What happens to the state of a form while it is filled in: the part that all screens with a form share.
///
/// When a field shows what is wrong with it is decided by its stage; see `FieldState.init(stage:issues:)`.
struct FormEditor {
    private let validator: any FormValidating
    private var stages: [AccountField: FieldStage] = [:]
    private var rejections: [AccountField: [ValidationIssue]] = [:]
    private var availability = AvailabilityState.idle
    private(set) var state: FormState

    /// The ID that is in the form while nothing is wrong with it, as far as its rules can tell.
    private(set) var id: AccountID?

    /// Starts with an empty form.
    ///
    /// - Parameter validator: Says which fields there are, and judges them at every change.
    init(validator: any FormValidating) {
        self.validator = validator
        let form = AccountForm()
        state = FormState(fields: validator.fields, form: form, isValid: validator.issues(in: form).isEmpty)
    }

    /// Puts a text into a field, or shows why the field does not take it and keeps what it has.
    ///
    /// Every field is judged anew, because one may have to match another. A text that the field has already, and a
    /// field that the form does not have, change nothing but that a refusal is shown no more.
    ///
    /// - Returns: Whether the field holds that text now.
    mutating func edit(_ field: AccountField, _ text: String) -> Bool {
        guard state.fields.contains(field) else { return false }
        state.refusal = nil
        if state.form[field].isUTF8Equal(to: text) { return true }
        do throws(ValidationIssue) {
            try validator.validateInput(text, into: field, replacing: state.form[field])
        } catch {
            state.refusal = FieldIssue(field: field, issue: error)
            return false
        }
        state.form[field] = text
        rejections[field] = nil
        advance(field, to: .editing)
        judge()
        return true
    }

    /// Shows from now on what is wrong with a field, which has the focus no more.
    mutating func leave(_ field: AccountField) {
        guard state.fields.contains(field) else { return }
        state.refusal = nil
        if state.focus == field { state.focus = nil }
        advance(field, to: .left)
        judge()
    }

    /// Moves the focus; the field that had it is left.
    mutating func focus(_ field: AccountField?) {
        guard state.focus != field, field.map(state.fields.contains) ?? true else { return }
        if let old = state.focus { leave(old) }
        state.focus = field
        state.checklist = checklist()
    }

    /// Shows what was typed into a secret field, or hides it.
    mutating func reveal(_ field: AccountField, _ isRevealed: Bool) {
        guard state.fields.contains(field), field.isSecret else { return }
        if isRevealed { state.revealed.insert(field) } else { state.revealed.remove(field) }
    }

    /// Shows from now on what is wrong with these fields.
    mutating func submit(_ fields: [AccountField]) {
        state.refusal = nil
        for field in fields { advance(field, to: .submitted) }
        judge()
    }

    /// Shows what is known about whether an ID is free.
    mutating func learn(_ availability: AvailabilityState) {
        guard availability != self.availability else { return }
        self.availability = availability
        judge()
    }

    /// Marks fields as the reasons of a refusal, and moves the focus to the first of them.
    ///
    /// A field whose text is no longer the one that was refused is left alone.
    ///
    /// - Returns: Whether any field is marked.
    mutating func reject(_ issues: [AccountField: [ValidationIssue]], of submitted: AccountForm) -> Bool {
        let concerned = state.fields.filter { field in
            issues[field] != nil && state.form[field].isUTF8Equal(to: submitted[field])
        }
        guard let first = concerned.first else { return false }
        focus(first)
        for field in concerned { rejections[field] = issues[field] }
        judge()
        return true
    }

    /// Holds no refusal against any field any more.
    mutating func forgive() {
        guard !rejections.isEmpty else { return }
        rejections = [:]
        judge()
    }

    private mutating func advance(_ field: AccountField, to stage: FieldStage) {
        stages[field, default: .untouched].advance(to: stage)
    }

    private mutating func judge() {
        let found = validator.issues(in: state.form)
        state.isValid = found.isEmpty
        for field in state.fields {
            let issues = found.filter { $0.field == field }.map(\.issue)
            if field == .id {
                // A text that is no ID is asked about by nobody; why it is none, its rules say.
                id = issues.isEmpty ? try? AccountID(state.form[.id]) : nil
            }
            state[field] =
                if let issues = rejections[field] {
                    .rejected(issues)
                } else {
                    FieldState(stage: stages[field] ?? .untouched, issues: issues)
                }
        }
        state[.id] = state[.id].considering(availability, of: state.form[.id])
        state.checklist = checklist()
    }

    /// The rules of the field that has the focus, with whether the ID is free, as far as that is asked.
    private func checklist() -> [ChecklistItem] {
        guard let field = state.focus, let report = validator.report(on: state.form)[field] else { return [] }
        let isDisclosed =
            switch state[field] {
            case .untouched, .editing, .valid: false
            case .invalid, .rejected: true
            }
        let items = [ChecklistItem](report.rule, isDisclosed: isDisclosed)
        guard field == .id, availability.concerns(state.form[.id]) else { return items }
        return items + [ChecklistItem](availability.report, isDisclosed: isDisclosed)
    }
}
