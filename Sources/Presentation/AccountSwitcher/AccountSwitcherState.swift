public import Domain

/// The state of the account switcher.
public struct AccountSwitcherState: Hashable, Sendable {
    /// The reason why an operation of the account switcher failed.
    public enum Failure: Error, Hashable, Sendable {
        /// The account was not switched.
        case notSwitched(SwitchAccountError)
        /// The accounts were not listed.
        case notListed(StorageError)
        /// The user is signed out, but the stored session remains.
        case sessionRemains(StorageError)
    }

    /// The accounts that are signed in on this device, in the order of their sign-ins.
    public internal(set) var items: [SessionItem] = []

    /// The session that is becoming the active one, or nil.
    public internal(set) var switching: SessionID?

    /// Whether an operation is in progress.
    public internal(set) var isBusy = false

    /// The reason why the last operation failed, or nil.
    public internal(set) var failure: Failure?

    /// The active account, or nil.
    public var active: SessionItem? { items.first { $0.isActive } }

    /// Whether another account can be added, which takes the place of an expired one if necessary.
    public var canAdd: Bool { !isBusy && items.count { !$0.isExpired } < StoredSessions.limit }
}
