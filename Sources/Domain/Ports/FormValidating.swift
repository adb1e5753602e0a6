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
}
