public import Domain

/// What a use case said to one of its ports.
public enum PortCall: Hashable, Sendable {
    /// To the service: an account with that ID is wanted.
    case register(AccountID)
    /// To the service: somebody says to be the owner of that account.
    case authenticate(AccountID)
    /// To the service: is a session still of that account?
    case recognize(AccountID)
    /// To the service: that account is to be deleted.
    case deleteAccount(AccountID)
    /// To the store of the session: read it.
    case loadSession
    /// To the store of the session: store this one.
    case saveSession(Session)
    /// To the store of the session: forget it.
    case clearSession
    /// To the store of the session: put the second in the place of the first, if that is still there.
    case replaceSession(Session?, with: Session?)
    /// To the store of consents: read those of an account.
    case consents(of: AccountID)
    /// To the store of consents: store these.
    case recordConsents([Consent])
    /// To the store of consents: forget those of an account.
    case removeConsents(of: AccountID)
}
