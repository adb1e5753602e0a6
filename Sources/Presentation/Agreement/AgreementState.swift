public import Domain

/// The state of the agreement screen.
public struct AgreementState: Hashable, Sendable {
    /// The documents, and those that the user has agreed to.
    public internal(set) var terms: TermsState

    /// The phase of the agreement, or of the sign-out instead of it.
    public internal(set) var phase = SubmissionPhase<AgreeToTermsError>.idle

    /// Whether the user can agree now: every document is ticked, and no operation is in progress.
    public var canSubmit: Bool { terms.missing.isEmpty && canSignOut }

    /// Whether the user can sign out now: no operation is in progress.
    public var canSignOut: Bool { !phase.isBusy }
}
