public import Domain

/// The texts, issues and focus of a form, for a screen to show.
public struct FormState: Hashable, Sendable {
    /// The fields, in the order in which to show them.
    public let fields: [AccountField]

    /// The texts of the fields; the description of the form is redacted.
    public internal(set) var form: AccountForm

    /// Whether every field satisfies its rules, even if the states of the fields do not show issues yet.
    ///
    /// A taken ID does not change this, because the check may be outdated and the store decides.
    public internal(set) var isValid: Bool

    /// The field that rejected input last, and the reason; nil after a while, or once that field is edited or left.
    ///
    /// The text of the field in ``form`` is unchanged.
    public internal(set) var refusal: FieldIssue?

    /// The field that has the focus, if any.
    public internal(set) var focus: AccountField?

    /// The secret fields whose text is shown; a code, which works once, is shown unless the user hides it.
    public internal(set) var revealed: Set<AccountField>

    /// The rules of the field that has the focus, in order; empty without a focus.
    public internal(set) var checklist: [ChecklistItem]

    /// Whether the password of the form is a new one, instead of that of an account.
    let setsPassword: Bool

    private var states: [AccountField: FieldState]

    package init(
        fields: [AccountField],
        setsPassword: Bool = true,
        form: AccountForm = AccountForm(),
        states: [AccountField: FieldState] = [:],
        isValid: Bool,
        refusal: FieldIssue? = nil,
        focus: AccountField? = nil,
        revealed: Set<AccountField> = [],
        checklist: [ChecklistItem] = []
    ) {
        self.checklist = checklist
        self.fields = fields
        self.setsPassword = setsPassword
        self.form = form
        self.states = states.filter { $0.value != .untouched }
        self.isValid = isValid
        self.refusal = refusal
        self.focus = focus
        self.revealed = revealed
    }

    /// The effect of the return key in the field that has the focus; nil without a focus.
    public var returnKey: ReturnKey? {
        guard let focus, let place = fields.firstIndex(of: focus) else { return nil }
        let next = fields.index(after: place)
        return next < fields.endIndex ? .next(fields[next]) : .submit
    }

    /// Returns whether the text of a field is shown as dots.
    ///
    /// - Parameter field: The field that shows the text.
    /// - Returns: Whether it is secret and not revealed.
    public func isObscured(_ field: AccountField) -> Bool { field.isSecret && !revealed.contains(field) }

    /// The state of a field.
    public internal(set) subscript(field: AccountField) -> FieldState {
        get { states[field] ?? .untouched }
        set { states[field] = newValue == .untouched ? nil : newValue }
    }
}

/// The effect of the return key in a field.
public enum ReturnKey: Hashable, Sendable {
    /// Moves the focus to the next field.
    case next(AccountField)
    /// Performs the action of the form, in the last field.
    case submit
}
