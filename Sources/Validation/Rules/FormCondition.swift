public import Domain

/// What has to be so in a form for a rule to be put to a field.
public struct FormCondition: Hashable, Sendable {
    private indirect enum Content: Hashable, Sendable {
        case isFilled
        case hasText(AccountField)
        case satisfies(AccountField, Rule)
        case not(Content)
    }

    private let content: Content

    /// Something is typed into the field itself.
    public static let isFilled = FormCondition(content: .isFilled)

    /// Something is typed into a field.
    ///
    /// - Parameter field: The field.
    /// - Returns: The condition.
    public static func hasText(in field: AccountField) -> FormCondition {
        FormCondition(content: .hasText(field))
    }

    /// A field does what a rule asks.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - rule: The rule.
    /// - Returns: The condition.
    public static func satisfies(_ field: AccountField, _ rule: Rule) -> FormCondition {
        FormCondition(content: .satisfies(field, rule))
    }

    /// A condition does not hold.
    ///
    /// - Parameter condition: The condition.
    /// - Returns: Its opposite.
    public static func not(_ condition: FormCondition) -> FormCondition {
        FormCondition(content: .not(condition.content))
    }

    func holds(in form: AccountForm, field: AccountField) -> Bool {
        Self.holds(content, in: form, field: field)
    }

    private static func holds(_ content: Content, in form: AccountForm, field: AccountField) -> Bool {
        switch content {
        case .isFilled: !form[field].isEmpty
        case .hasText(let other): !form[other].isEmpty
        case .satisfies(let other, let rule): rule.accepts(form, field: other)
        case .not(let content): !holds(content, in: form, field: field)
        }
    }
}
