public import Domain

/// What a screen has led to; ``RootFlowViewModel`` goes on to another screen.
public enum ScreenOutcome: Hashable, Sendable {
    /// The user leaves the screen.
    case left
    /// The user goes on to Sign-up.
    case signUp
    /// The user goes on to Sign-in.
    case signIn
    /// The user of this session goes on to the account screen.
    case account(Session)
    /// The remembered session was restored.
    case restored(Session)
    /// The user has signed in or signed up, with a notice of what failed besides.
    case signedIn(Session, FlowNotice?)
    /// After ``signedIn(_:_:)``: the agreement to the terms could not be stored.
    case agreementNotSaved(AgreeToTermsError)
    /// The password was changed and the first session replaced by the second, with a notice of what failed besides.
    case passwordChanged(Session, Session, FlowNotice?)
    /// The session was ended.
    case signedOut(Session, SignOutOutcome)
    /// The account of this session was deleted.
    case accountDeleted(Session)
}
