public import Domain

/// A screen with a form: ``SignInViewModel``, ``SignUpViewModel`` or ``AccountViewModel``.
///
/// All three have the functions of this protocol, so that one view for a field serves them all.
@MainActor
public protocol FormViewModel: AnyObject {
    /// The reason why a submission fails.
    associatedtype Failure: Error & Hashable

    /// The form.
    var form: FormModel<Failure> { get }
}

extension FormViewModel {
    /// The alerts of the screen, among those of the app.
    public var alerts: AlertQueue { form.alerts }

    /// Puts a text into a field; a refusal that is shown disappears.
    ///
    /// - Parameters:
    ///   - field: The field; one that the form does not have is ignored.
    ///   - text: The whole text of the field, at every key press.
    /// - Returns: Whether the field holds that text now. If it does not, because the text is too long, the view has to
    ///   show the text of the state again, which also has the reason.
    @discardableResult
    public func edit(_ field: AccountField, _ text: String) -> Bool { form.edit(field, text) }

    /// Shows the issues of a field from now on, because the user has gone on to another.
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

    /// Performs the return key: moves to the next field or, in the last one, ends editing and performs the action.
    public func pressReturn() async { await form.pressReturn() }
}
