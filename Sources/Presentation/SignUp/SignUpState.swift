public import Domain

/// The state of the sign-up screen.
public typealias SignUpState = SubmissionState<SignUpNotice>

/// The reason why a submitted sign-up form leads to no session.
public enum SignUpNotice: Error, Hashable, Sendable {
    /// The sign-up failed.
    case failed(SignUpError)

    /// The account is registered, and its owner has to sign in.
    case signInRequired

    /// The account is registered, but signing in was cancelled.
    case signInCancelled

    /// The sign-up hides whether the account was registered or the ID was taken.
    case outcomeHidden
}
