#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An event that matters to the security of an app.
///
/// It names accounts by their tags, so it contains no ID and nothing else that a user typed.
public enum SecurityEvent: Hashable, Sendable {
    /// An account was registered, and its owner signed in.
    case signedUp(AccountTag)

    /// A user entered the correct password, to sign in or to confirm a deletion.
    case signedIn(AccountTag)

    /// A user entered a wrong password or an unknown ID, or tried to register a taken ID.
    case refused(AccountTag)

    /// A sign-in was throttled until this date, or, if it is nil, until the ban is lifted.
    case throttled(AccountTag, until: Date?)

    /// The password of an account was changed.
    case passwordChanged(AccountTag)

    /// The password of an account was set with a code.
    case passwordReset(AccountTag)

    /// A recovery code was made, which replaces any earlier one.
    case recoveryCodeMade(AccountTag)

    /// One-time passwords are required from now on.
    case totpEnabled(AccountTag)

    /// One-time passwords are not required any more.
    case totpDisabled(AccountTag)

    /// The profile of an account was changed.
    case profileChanged(AccountTag)

    /// The owner of an account exported the data about it.
    case exported(AccountTag)

    /// An account was deleted.
    case deleted(AccountTag)

    /// An unfinished change that a crash had left in a store was undone.
    case storeRecovered(StorageError.Store)

    /// The data of a store that could not be read was moved aside, and the store started over.
    case storeQuarantined(StorageError.Store)

    /// The tag of the account that the event is about, or nil if it is about a store.
    public var account: AccountTag? {
        switch self {
        case .signedUp(let account), .signedIn(let account), .refused(let account), .throttled(let account, _),
            .passwordChanged(let account), .passwordReset(let account), .recoveryCodeMade(let account),
            .totpEnabled(let account), .totpDisabled(let account), .profileChanged(let account), .exported(let account),
            .deleted(let account):
            account
        case .storeRecovered, .storeQuarantined: nil
        }
    }
}

/// A security event and its date.
public struct RecordedEvent: Hashable, Sendable {
    /// The event.
    public let event: SecurityEvent

    /// The date of the event.
    public let date: Date

    /// Creates a record.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - date: The date of the event.
    public init(_ event: SecurityEvent, at date: Date) {
        self.event = event
        self.date = date
    }
}
