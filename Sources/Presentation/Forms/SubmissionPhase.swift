/// Where the submission of a form is.
public enum SubmissionPhase<Failure: Error & Hashable>: Hashable, Sendable {
    /// Nothing has been submitted, or the form was edited after a refusal.
    case idle

    /// The answer is awaited.
    case submitting

    /// The form was refused for this reason.
    case failed(Failure)

    /// The form was accepted, and the screen has done its work.
    case done

    var afterEdit: Self {
        switch self {
        case .idle, .failed: .idle
        case .submitting, .done: self
        }
    }
}
