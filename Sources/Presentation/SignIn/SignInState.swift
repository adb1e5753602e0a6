public import Domain

/// What the sign-in screen shows.
public struct SignInState: Hashable, Sendable {
    /// The form and its submission.
    public internal(set) var submission: SubmissionState<SignInError>

    /// Whether the next launch restores the session.
    public internal(set) var remembers: Bool

    /// The terms to agree to; nil if there are none.
    public internal(set) var terms: TermsState?

    package init(submission: SubmissionState<SignInError>, remembers: Bool = true, terms: TermsState? = nil) {
        self.submission = submission
        self.remembers = remembers
        self.terms = terms
    }

    /// The form, field by field.
    public var form: FormState { submission.form }

    /// The phase of the submission.
    public var phase: SubmissionPhase<SignInError> { submission.phase }

    /// Whether the action of the screen is enabled: the form is valid and nothing is being submitted.
    public var canSubmit: Bool { submission.canSubmit }

    /// The result of the sign-in, for a label; nil while there is none.
    public var outcome: StatusTitle? {
        switch phase {
        case .idle, .submitting: nil
        case .failed: .signInFailed
        case .done: .signedIn
        }
    }
}

/// What the sign-in screen shows of the terms.
public struct TermsState: Hashable, Sendable {
    /// How much room the terms take.
    public enum Layout: Hashable, Sendable {
        /// The documents are shown in full, to be agreed to.
        case full
        /// The documents were agreed to on this device before: they are hidden behind a link.
        case link
    }

    /// The documents, in their current versions.
    public let terms: Terms

    /// How much room they take.
    public internal(set) var layout: Layout

    /// The documents that the user has agreed to on this screen; they are stored after the sign-in.
    public internal(set) var agreed: Set<ConsentDocument>

    package init(terms: Terms, layout: Layout = .full, agreed: Set<ConsentDocument> = []) {
        self.terms = terms
        self.layout = layout
        self.agreed = agreed
    }

    /// The required documents that the user has not agreed to on this screen.
    public var missing: [ConsentDocument] { terms.required.filter { !agreed.contains($0) } }
}
