#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Something that whoever answers for the security of an app may want to look at later.
///
/// It names accounts by their tags, so that no ID, and nothing else that somebody has typed, is in it.
public enum SecurityEvent: Hashable, Sendable {
    /// An account was registered, and its owner signed in.
    case signedUp(AccountTag)

    /// Somebody gave the right password: to sign in, or to confirm a deletion.
    case signedIn(AccountTag)

    /// Somebody gave a wrong password or an ID that no account has, or wanted to register an ID that is taken.
    case refused(AccountTag)

    /// Somebody was told to wait, until that time or until the ban is lifted.
    case throttled(AccountTag, until: Date?)

    /// The password of an account was changed.
    case passwordChanged(AccountTag)

    /// An account was deleted.
    case deleted(AccountTag)

    /// A store in which a crash had left an unfinished change was brought back to the state before it.
    case storeRecovered(StorageError.Store)
}

/// A security event and its time.
public struct RecordedEvent: Hashable, Sendable {
    /// What happened.
    public let event: SecurityEvent

    /// When it happened.
    public let date: Date

    /// Creates a record.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - date: When it happened.
    public init(_ event: SecurityEvent, at date: Date) {
        self.event = event
        self.date = date
    }
}

/// Where security events are written down.
public protocol SecurityEventRecorder: Sendable {
    /// Writes down an event.
    ///
    /// Nobody is kept from signing in by a recorder that fails; an implementation that can fail counts what it loses.
    ///
    /// - Parameter event: The event and its time.
    func record(_ event: RecordedEvent) async
}
