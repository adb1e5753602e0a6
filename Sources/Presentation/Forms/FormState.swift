public import Domain

/// What a screen shows of a form.
public struct FormState: Hashable, Sendable {
    /// The fields, in the order in which to show them.
    public let fields: [AccountField]

    /// What has been typed; it prints as redacted.
    public internal(set) var form: AccountForm

    /// Whether every field is as its rules ask, whatever its state shows by now.
    ///
    /// An ID that seems to be taken leaves this as it is: the answer may be old, and the store decides.
    public internal(set) var isValid: Bool

    /// The text that a field did not take, if that is the last thing that happened: which field, and why.
    ///
    /// The field kept what it had, and ``form`` has that. The refusal is shown until something else is typed, or a
    /// field is left.
    public internal(set) var refusal: FieldIssue?

    /// The field that is typed into; nil while none is.
    public internal(set) var focus: AccountField?

    /// The secret fields whose text is shown at the wish of the person.
    public internal(set) var revealed: Set<AccountField>

    /// The rules of the field that is typed into, in their order, each with how it stands; none while no field is.
    public internal(set) var checklist: [ChecklistItem]

    private var states: [AccountField: FieldState]

    /// Creates the state of a form.
    ///
    /// - Parameters:
    ///   - fields: The fields, in the order in which to show them.
    ///   - form: What has been typed.
    ///   - states: How the fields stand; those that are missing are untouched.
    ///   - isValid: Whether every field is as it should be.
    ///   - refusal: The field that did not take what was typed last, and why; nil where it did.
    ///   - focus: The field that is typed into; nil while none is.
    ///   - revealed: The secret fields whose text is shown.
    ///   - checklist: The rules of the field that is typed into.
    public init(
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

    /// What the return key does in the field that is typed into; nil while none is.
    public var returnKey: ReturnKey? {
        guard let focus, let place = fields.firstIndex(of: focus) else { return nil }
        let next = fields.index(after: place)
        return next < fields.endIndex ? .next(fields[next]) : .submit
    }

    /// Whether what is typed into a field is to be shown as dots.
    ///
    /// - Parameter field: The field.
    /// - Returns: Whether it is secret and not revealed.
    public func isObscured(_ field: AccountField) -> Bool { field.isSecret && !revealed.contains(field) }

    /// How a field stands.
    public internal(set) subscript(field: AccountField) -> FieldState {
        get { states[field] ?? .untouched }
        set { states[field] = newValue == .untouched ? nil : newValue }
    }
}
