/// A validator of a form.
///
/// A screen calls it for every change, and the use case calls the same one when the form is submitted.
public protocol FormValidating: Sendable {
    /// The fields of the form, in the order in which it shows them.
    var fields: [AccountField] { get }

    /// Validates a form.
    ///
    /// - Parameter form: The texts of the fields.
    /// - Returns: A report for each field of ``fields``, in that order, which also has the satisfied rules.
    func report(on form: AccountForm) -> ValidationReport

    /// Checks whether a field accepts a text that is typed or pasted; a text is accepted as a whole or not at all.
    ///
    /// This is separate from validity: it limits the text that a field can contain. By default, a field accepts every text
    /// of at most `AccountForm.maximumFieldUTF8Length`.
    ///
    /// - Parameters:
    ///   - text: The whole text that the field would have.
    ///   - field: The field.
    ///   - old: The text that the field has, which stays if the new one is rejected.
    /// - Throws: `ValidationIssue.tooLong` or another issue; at least `.tooManyBytes` above
    ///   `AccountForm.maximumFieldUTF8Length`.
    func validateInput(_ text: String, into field: AccountField, replacing old: String) throws(ValidationIssue)
}

extension FormValidating {
    /// Returns the issues of a form.
    ///
    /// - Parameter form: The texts of the fields.
    /// - Returns: The issues of ``report(on:)``; none if the form is valid.
    public func issues(in form: AccountForm) -> [FieldIssue] { report(on: form).issues }

    public func validateInput(_ text: String, into field: AccountField, replacing old: String) throws(ValidationIssue) {
        try AccountForm.checkFieldSize(of: text)
    }
}
