public import Domain

/// What a screen shows of a form.
public struct FormState: Hashable, Sendable {
    /// The fields, in the order in which to show them.
    public let fields: [AccountField]

    /// What has been typed; it prints as redacted.
    public internal(set) var form: AccountForm

    /// Whether every field is as it should be, whatever its state shows by now.
    public internal(set) var isValid: Bool

    private var states: [AccountField: FieldState]

    /// Creates the state of a form.
    ///
    /// - Parameters:
    ///   - fields: The fields, in the order in which to show them.
    ///   - form: What has been typed.
    ///   - states: How the fields stand; those that are missing are untouched.
    ///   - isValid: Whether every field is as it should be.
    public init(
        fields: [AccountField],
        form: AccountForm = AccountForm(),
        states: [AccountField: FieldState] = [:],
        isValid: Bool
    ) {
        self.fields = fields
        self.form = form
        self.states = states.filter { $0.value != .untouched }
        self.isValid = isValid
    }

    /// How a field stands.
    public internal(set) subscript(field: AccountField) -> FieldState {
        get { states[field] ?? .untouched }
        set { states[field] = newValue == .untouched ? nil : newValue }
    }
}
