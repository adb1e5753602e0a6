public import Domain

/// A screen with a form: what a person does to it is the same whatever the form is for.
///
/// ``SignInViewModel``, ``SignUpViewModel`` and ``AccountViewModel`` are such, so that one row for a field serves all three.
@MainActor
public protocol FormViewModel: AnyObject {
    /// Puts a text into a field; a refusal that is shown goes away with it.
    ///
    /// - Parameters:
    ///   - field: The field; one that the form does not have is ignored.
    ///   - text: All that is in the field now, at every key press.
    /// - Returns: Whether the field holds that text now. Where it does not, because there is more than the field takes,
    ///   the screen puts the text of the state back, which says why.
    @discardableResult
    func edit(_ field: AccountField, _ text: String) -> Bool

    /// Shows from now on what is wrong with a field, because the person has gone on to another.
    ///
    /// - Parameter field: The field that was left.
    func leave(_ field: AccountField)

    /// Moves the focus; the field that had it is left.
    ///
    /// - Parameter field: The field that is typed into from now on; nil ends editing, as a tap outside the fields does.
    func focus(_ field: AccountField?)

    /// Shows what is typed into a secret field, or hides it again.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - isRevealed: Whether its text is shown.
    func reveal(_ field: AccountField, _ isRevealed: Bool)

    /// Does what the return key does: goes on to the next field or, in the last one, ends editing and submits.
    func pressReturn() async
}

extension FormViewModel {
    /// Shows what is typed into a secret field.
    ///
    /// - Parameter field: The field.
    public func reveal(_ field: AccountField) { reveal(field, true) }
}
