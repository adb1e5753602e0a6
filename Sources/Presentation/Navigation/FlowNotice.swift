public import Domain

/// What the user has to know after an operation: that it succeeded, that a part of it failed, that a sign-up began no
/// session, or that no screen has ended the session that is over.
public enum FlowNotice: Hashable, Sendable {
    /// The user is signed in, but the session was not stored: the next launch may restore another session or none.
    case sessionNotSaved(StorageError)
    /// The clock looks wrong, so the remembered session was not restored; it stays stored until the next sign-in.
    case sessionUncertain
    /// The data of a store could not be moved aside, so the app did not start over.
    case notStartedOver(StorageError)
    /// The user is signed out, but the stored session remains: the next launch may restore it.
    case sessionRemains(StorageError)

    /// The profile was changed, but not its copy on this device: the next launch may show the earlier one.
    case profileNotStored(StorageError)

    /// The profile was changed, and this step confirms its new address.
    case confirmationNeeded(Challenge)

    /// The session has ended for this reason, so the user has to sign in again.
    case sessionEnded(SessionEnd)

    /// The user is signed in; only a screen whose ``SignInStyle`` says so reports this.
    case signedIn
    /// The account is registered, and its owner has to sign in.
    case signInRequired
    /// The address is confirmed, and its owner has to sign in.
    case addressConfirmed

    /// A reset has used the recovery code, and there is no other one, because the account requires one-time passwords.
    case recoveryCodeUsed

    /// The recovery code was used as a second factor, which has turned one-time passwords off, and there is no other one.
    case secondFactorEnded

    /// The password was changed.
    case passwordChanged
    /// The password was changed, but the session has ended meanwhile, so the user has to sign in.
    case passwordChangedAndSignedOut
    /// The profile was changed, but the session has ended meanwhile.
    case profileChanged
    /// An answer was accepted, but no session has started, so the user has to sign in again; with the reason why the
    /// agreement to the terms was not stored, if that is it.
    case notSignedIn(StorageError?)
    /// The account is registered, but signing in was cancelled.
    case signInCancelled
    /// The account is registered, but its agreement to the terms could not be stored, so its owner has to sign in.
    case agreementNotSaved(StorageError)
    /// The account was registered or the ID was taken; the app does not reveal which.
    case outcomeHidden

    /// Creates the notice of a session that was not stored; nil if it was stored.
    init?(_ opened: OpenedSession) {
        guard let error = opened.storageError else { return nil }
        self = .sessionNotSaved(error)
    }

    /// Creates the notice of a second factor that was accepted; nil unless it is a recovery code.
    ///
    /// - Parameter code: The code, as the user typed it.
    public init?(secondFactor code: String) {
        guard case .recoveryCode = SecondFactor(code) else { return nil }
        self = .secondFactorEnded
    }

    /// Creates the notice of the end of a session; nil if the user requested it.
    init?(_ end: SessionEnd) {
        switch end {
        case .signedOut, .accountDeleted: return nil
        case .refused, .expired, .elsewhere: self = .sessionEnded(end)
        }
    }

    /// Creates the notice of an incomplete sign-out; nil if the sign-out is complete.
    ///
    /// - Parameter outcome: The outcome of the sign-out.
    public init?(_ outcome: SignOutOutcome) {
        switch outcome {
        case .complete, .pending: return nil
        case .sessionRemains(let error): self = .sessionRemains(error)
        }
    }
}
