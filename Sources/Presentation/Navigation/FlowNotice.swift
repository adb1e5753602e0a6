public import Domain

/// What could not be done besides the thing that has succeeded, for the person to know.
public enum FlowNotice: Hashable, Sendable {
    /// The person is signed in, but the store of the session failed: the next launch may find another one or none.
    case sessionNotSaved(StorageError)

    /// The person is signed out, but the stored session remains: the next launch may restore it.
    case sessionRemains(StorageError)

    /// The person is signed in, but the agreement to the terms was not stored: the next sign-in asks for it again.
    case agreementNotSaved(AgreeToTermsError)

    /// Creates the notice of a sign-out, or nil where nothing is left to tell.
    ///
    /// - Parameter outcome: What the sign-out has reached.
    public init?(_ outcome: SignOutOutcome) {
        switch outcome {
        case .complete: return nil
        case .sessionRemains(let error): self = .sessionRemains(error)
        }
    }
}
