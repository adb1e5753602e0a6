public import Domain

/// A screen with a form, such as ``SignInViewModel`` or ``ProfileViewModel``.
///
/// An action that the state disables does nothing, such as a submission while ``SignInState/canSubmit`` is false. During
/// an operation, no other one begins, and the user leaves the screen only if that can stop the operation.
///
/// One view for a field can serve them all.
@MainActor
public protocol FormViewModel: AnyObject {
    /// The error of a submission.
    associatedtype Failure: Error & Hashable

    /// The form.
    var form: FormModel<Failure> { get }
}

// A view that serves all screens has an `any FormViewModel`, whose form has no type of its own, so it calls these.
extension FormViewModel {
    /// The alert queue of the app, which has the alerts of the screen.
    public var alerts: AlertQueue { form.alerts }

    /// The text of a field, such as for a binding; to set it, call ``edit(_:_:)``.
    ///
    /// - Parameter field: The field; one that the form does not have is empty.
    public subscript(field: AccountField) -> String { form.state.form.form[field] }

    /// The field that has the focus now; nil if none has it.
    public var focusedField: AccountField? { form.state.form.focus }

    /// Sets the text of a field, and removes its ``FormState/refusal``.
    ///
    /// - Parameters:
    ///   - field: The field; a field that the form does not have is ignored.
    ///   - text: The whole text of the field, after every key press.
    /// - Returns: Whether the field has that text now. If not, the view has to show the text of the state again.
    @discardableResult
    public func edit(_ field: AccountField, _ text: String) -> Bool { form.edit(field, text) }

    /// Shows the issues of a field from now on, because the user has left it.
    ///
    /// - Parameter field: The field.
    public func leave(_ field: AccountField) { form.leave(field) }

    /// Moves the focus, and leaves the field that had it.
    ///
    /// - Parameter field: The field that gets the focus; nil ends editing, as a tap outside the fields does.
    public func focus(_ field: AccountField?) { form.focus(field) }

    /// Shows or hides the text of a secret field.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - isRevealed: Whether its text is shown.
    public func reveal(_ field: AccountField, _ isRevealed: Bool = true) { form.reveal(field, isRevealed) }

    /// Handles the return key: it moves to the next field or, in the last field, ends editing and performs the action.
    public func pressReturn() async { await form.pressReturn() }

    /// Handles the return key in a field, from which the view may have taken the focus since, as SwiftUI does.
    ///
    /// - Parameter field: The field.
    public func pressReturn(in field: AccountField) async {
        focus(field)
        await pressReturn()
    }
}
