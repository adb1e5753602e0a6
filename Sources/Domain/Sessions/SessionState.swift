/// The state of the session on this device, as ``CurrentSession`` publishes it.
public indirect enum SessionState: Hashable, Sendable {
    // Indirect, because a state is copied more often than made, and a session has many parts.

    /// It is not known yet whether a session is stored.
    case restoring

    /// No user is signed in; the reason is nil at a launch without a session.
    case signedOut(SessionEnd?)

    /// A user is signed in.
    case signedIn(Session, Freshness)

    /// A session is stored, but its account has not agreed to these documents in their current versions.
    case agreementRequired(Session, [ConsentDocument])

    /// The clock is long before the last use of the stored session, so it is unknown whether it has expired.
    case uncertain(Session)

    /// The store cannot be read, so it is unknown whether a user is signed in.
    case unavailable(StorageError)

    /// The session of the user who is signed in, or nil if there is none.
    public var session: Session? {
        if case .signedIn(let session, _) = self { session } else { nil }
    }
}

/// The reason why a session has ended.
public enum SessionEnd: Hashable, Sendable {
    /// The user signed out.
    case signedOut

    /// The account was deleted.
    case accountDeleted

    /// The server rejected the tokens.
    case refused

    /// The lifetime of the ``SessionPolicy`` has passed.
    case expired

    /// Another process ended it.
    case elsewhere
}

/// Whether the tokens of a session are up to date.
public enum Freshness: Hashable, Sendable {
    /// The tokens are stored, and no refresh has failed since.
    case fresh

    /// The last refresh failed, which does not end the session; the next use tries again.
    case stale(AccountServiceFailure)

    /// The session or its tokens could not be stored, so the next launch may not restore the session.
    ///
    /// That lasts until they are stored, whether or not a refresh fails meanwhile.
    case unsaved(StorageError)
}

/// The reason why there is no session to use.
public enum SessionError: Error, Hashable, Sendable {
    /// No user is signed in, or not yet; ``CurrentSession/state`` knows why.
    case signedOut

    /// The session ended, or was replaced by that of another user, while the caller waited.
    case ended

    /// The service failed, such as at a refresh of the tokens; the session stays.
    case service(AccountServiceFailure)

    /// The task was cancelled.
    case cancelled
}
