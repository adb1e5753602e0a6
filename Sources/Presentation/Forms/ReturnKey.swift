public import Domain

/// What the return key does in a field.
public enum ReturnKey: Hashable, Sendable {
    /// It goes on to the next field.
    case next(AccountField)

    /// It performs the action of the form, because the field is the last one.
    case submit
}
