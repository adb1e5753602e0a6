/// Whether a field takes what is typed or pasted into it.
///
/// The text may be a password, so a decision prints as redacted.
public enum InputDecision: Hashable, Secret {
    /// The field takes the text.
    case accepted(String)

    /// The field keeps what it has, for this reason.
    case refused(kept: String, ValidationIssue)

    /// What the field holds from now on.
    public var text: String {
        switch self {
        case .accepted(let text): text
        case .refused(let kept, _): kept
        }
    }

    /// Why the field did not take the new text, or nil where it did.
    public var issue: ValidationIssue? {
        switch self {
        case .accepted: nil
        case .refused(_, let issue): issue
        }
    }
}
