#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A session on this device as a list shows it, without its tokens.
public struct SessionItem: Hashable, Sendable, Identifiable {
    /// The identity of the session.
    public let id: SessionID

    /// The account that is signed in.
    public let accountID: AccountID

    /// The profile of the account owner.
    public let profile: Profile

    /// The date of the sign-in.
    public let startedAt: Date

    /// The date of the last recorded use.
    public let lastUsedAt: Date

    /// Whether the session is the active one.
    public let isActive: Bool

    /// Whether the session has expired by the date of the device, so that its user has to sign in again.
    public let isExpired: Bool

    /// Creates the item of a session.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - isActive: Whether the session is the active one.
    ///   - isExpired: Whether the session has expired by the date of the device.
    public init(_ session: Session, isActive: Bool, isExpired: Bool = false) {
        id = session.id
        accountID = session.accountID
        profile = session.profile
        startedAt = session.startedAt
        lastUsedAt = session.lastUsedAt
        self.isActive = isActive
        self.isExpired = isExpired
    }
}
