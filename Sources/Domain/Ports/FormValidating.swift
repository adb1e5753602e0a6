/// Judges forms by a policy.
///
/// A screen asks it at every key press, and the use case asks the same one again when the form is submitted.
public protocol FormValidating: Sendable {
    /// The fields that the policy has, in the order in which forms show them.
    var fields: [AccountField] { get }

    /// Judges a form, for a checklist that shows what is satisfied too.
    ///
    /// - Parameter form: What has been typed so far.
    /// - Returns: One report a field of ``fields``, in that order.
    func report(on form: AccountForm) -> ValidationReport

    /// Tells what is wrong with a form, and nothing besides.
    ///
    /// These are the issues of ``report(on:)``, which takes longer.
    ///
    /// - Parameter form: What has been typed so far.
    /// - Returns: What is wrong, in the order of ``fields`` and of their rules; nothing where the form is valid.
    func issues(in form: AccountForm) -> [FieldIssue]

    /// Decides whether a field takes a text that is typed or pasted into it; a text is taken whole or not at all.
    ///
    /// This is apart from validity: a limit keeps a field from holding more than it may, at the moment of typing.
    ///
    /// - Parameters:
    ///   - text: All that would be in the field now.
    ///   - field: The field.
    ///   - old: What is in the field, which it keeps where the text is refused.
    /// - Throws: `ValidationIssue.tooLong` or another case where the field does not take the text; `.tooManyBytes` at
    ///   the latest beyond `AccountForm.maximumFieldUTF8Length`.
    func validateInput(_ text: String, into field: AccountField, replacing old: String) throws(ValidationIssue)
}

extension FormValidating {
    /// Tells what is wrong with a form, by its report.
    ///
    /// - Parameter form: What has been typed so far.
    /// - Returns: What is wrong, in the order of ``fields`` and of their rules.
    public func issues(in form: AccountForm) -> [FieldIssue] { report(on: form).issues }

    /// Takes every text of at most `AccountForm.maximumFieldUTF8Length`, as a form without limits does.
    ///
    /// - Parameters:
    ///   - text: All that would be in the field now.
    ///   - field: The field.
    ///   - old: What is in the field.
    /// - Throws: `ValidationIssue.tooManyBytes` beyond `AccountForm.maximumFieldUTF8Length`.
    public func validateInput(_ text: String, into field: AccountField, replacing old: String) throws(ValidationIssue) {
        try AccountForm.checkFieldSize(of: text)
    }
}
