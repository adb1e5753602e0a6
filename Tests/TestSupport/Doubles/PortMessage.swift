package import Domain

/// What a use case said to one of its ports.
package enum PortMessage: Hashable, Sendable {
    case register(AccountID)
    case authenticate(AccountID)
    case withdraw(AccountID)
    case loadSession
    case saveSession(Session)
    case replaceSession(Session, with: Session?)
    case clearSession
    case consents(of: AccountID)
    case recordConsents([Consent])
    case removeConsents(of: AccountID)
}
