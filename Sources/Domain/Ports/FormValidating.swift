/// Judges forms by a policy.
///
/// A screen asks it at every key press, and the use case asks the same one again when the form is submitted.
public protocol FormValidating: Sendable {
    /// The fields that the policy has, in the order in which forms show them.
    var fields: [AccountField] { get }

    /// Judges a form.
    ///
    /// - Parameter form: What has been typed so far.
    /// - Returns: One report a field of ``fields``, in that order.
    func report(on form: AccountForm) -> ValidationReport

    /// Decides whether a field takes a text that is typed or pasted into it.
    ///
    /// This is apart from validity: a limit keeps a field from holding more than it may, at the moment of typing.
    ///
    /// - Parameters:
    ///   - text: All that would be in the field now.
    ///   - field: The field.
    ///   - old: What is in the field.
    /// - Returns: The text that the field holds from now on, and why that is not the new one.
    func admit(_ text: String, into field: AccountField, replacing old: String) -> InputDecision
}

extension FormValidating {
    /// Takes every text, as a form without limits does.
    ///
    /// - Parameters:
    ///   - text: All that would be in the field now.
    ///   - field: The field.
    ///   - old: What is in the field.
    /// - Returns: The new text.
    public func admit(_ text: String, into field: AccountField, replacing old: String) -> InputDecision {
        .accepted(text)
    }
}
