public import Domain

/// How a field of a form stands, as a screen shows it.
public enum FieldState: Hashable, Sendable {
    /// Nobody has been in the field yet.
    case untouched

    /// Something is being typed that is not as it should be yet; nothing is held against it so far.
    case editing

    /// The field is as it should be.
    case valid

    /// The field was left, or the form submitted, and this is wrong with it.
    case invalid([ValidationIssue])

    /// The form was submitted and refused because of this field, until it is edited again.
    ///
    /// The list is empty where the refusal itself says what is wrong, as with an ID that is taken.
    case rejected([ValidationIssue])
}
