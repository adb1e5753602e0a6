public import Domain

/// The outcome of a screen, after which ``RootFlowViewModel`` shows another screen.
public enum ScreenOutcome: Hashable, Sendable {
    /// The user leaves the screen.
    case left
    /// The user requests Sign-up.
    case signUp
    /// The user requests Sign-in.
    case signIn
    /// The user has forgotten the password.
    case passwordReset
    /// The user has to complete a step first, with what was decided before.
    case challenge(Challenge, ChallengeContext)
    /// The user of this session requests the account screen.
    case account(Session)
    /// The user of this session requests the profile screen.
    case profile(Session)
    /// The user of this session requests the screen for one-time passwords.
    case totp(Session)
    /// The remembered session was restored.
    case restored(Session)
    /// The owner of the remembered session has to agree to these documents first.
    case agreementRequired(Session, [ConsentDocument])
    /// The clock looks wrong, so the remembered session was not restored, and the user may sign in.
    case sessionUncertain
    /// A store cannot be read, and the user can start over without it.
    case unreadable(StorageError)
    /// The user has signed in or signed up, with a notice if a part of that failed.
    case signedIn(Session, FlowNotice?)
    /// The password was changed, and the second session replaces the first one; the notice says so, or what failed.
    case passwordChanged(Session, Session, FlowNotice)
    /// The profile was changed, and the session has the new one; with a notice if a part of that failed.
    case profileChanged(Session, FlowNotice?)
    /// The user has to keep this code, which is shown once, unless another account than that of the session is shown by
    /// then; nil if there is none.
    case recoveryCode(RecoveryCode, Session?)
    /// An operation succeeded, but a part of it failed.
    case noticed(FlowNotice)
    /// The session has ended.
    case signedOut(Session, SignOutOutcome)
    /// The account of this session was deleted.
    case accountDeleted(Session)

    /// Creates the outcome of a failure that starting over can solve; nil for any other failure.
    init?(unreadable failure: AccountServiceFailure) {
        guard case .storage(let error) = failure, error.allowsStartingOver else { return nil }
        self = .unreadable(error)
    }
}
