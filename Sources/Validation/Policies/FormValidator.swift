public import Domain

/// Judges forms by a policy that it is given once, for the screen and for the use case alike.
public struct FormValidator: FormValidating {
    /// The policy that forms are judged by.
    public let policy: FormPolicy

    /// Creates a validator.
    ///
    /// - Parameter policy: The policy to judge forms by.
    public init(_ policy: FormPolicy) {
        self.policy = policy
    }

    /// The fields of the policy, in the order in which forms show them.
    public var fields: [AccountField] { policy.fields }

    /// Judges a form.
    ///
    /// - Parameter form: What has been typed so far.
    /// - Returns: One report a field of ``fields``, in that order.
    public func report(on form: AccountForm) -> ValidationReport { policy.report(on: form) }

    /// Decides whether a field takes a text that is typed or pasted into it.
    ///
    /// - Parameters:
    ///   - text: All that would be in the field now.
    ///   - field: The field.
    ///   - old: What is in the field.
    /// - Returns: What the limit of the field says; a field without one takes everything.
    public func admit(_ text: String, into field: AccountField, replacing old: String) -> InputDecision {
        policy.admit(text, into: field, replacing: old)
    }
}
