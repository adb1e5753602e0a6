public import Domain

/// What a screen shows of a form.
public struct FormState: Hashable, Sendable {
    /// The fields, in the order in which to show them.
    public let fields: [AccountField]

    /// The texts of the fields; it prints as redacted.
    public internal(set) var form: AccountForm

    /// Whether every field satisfies its rules, whether or not its state shows that yet.
    ///
    /// An ID that is reported as taken does not change this: the report may be old, and the store decides.
    public internal(set) var isValid: Bool

    /// The field that did not accept the last input, and the reason; nil after any other input.
    ///
    /// The field keeps the text that ``form`` has.
    public internal(set) var refusal: FieldIssue?

    /// The field that has the focus; nil while none has.
    public internal(set) var focus: AccountField?

    /// The secret fields whose text the user wants to see.
    public internal(set) var revealed: Set<AccountField>

    /// The rules of the field that has the focus, in their order; empty while none has.
    public internal(set) var checklist: [ChecklistItem]

    private var states: [AccountField: FieldState]

    package init(
        fields: [AccountField],
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
        self.form = form
        self.states = states.filter { $0.value != .untouched }
        self.isValid = isValid
        self.refusal = refusal
        self.focus = focus
        self.revealed = revealed
    }

    /// What the return key does in the field that has the focus; nil while none has.
    public var returnKey: ReturnKey? {
        guard let focus, let place = fields.firstIndex(of: focus) else { return nil }
        let next = fields.index(after: place)
        return next < fields.endIndex ? .next(fields[next]) : .submit
    }

    /// Returns whether the text of a field is shown as dots.
    ///
    /// - Parameter field: The field.
    /// - Returns: Whether it is secret and not revealed.
    public func isObscured(_ field: AccountField) -> Bool { field.isSecret && !revealed.contains(field) }

    /// The state of a field.
    public internal(set) subscript(field: AccountField) -> FieldState {
        get { states[field] ?? .untouched }
        set { states[field] = newValue == .untouched ? nil : newValue }
    }
}

/// What the return key does in a field.
public enum ReturnKey: Hashable, Sendable {
    /// It moves the focus to the next field.
    case next(AccountField)
    /// It performs the action of the form, because the field is the last one.
    case submit
}
