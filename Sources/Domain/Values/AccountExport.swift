#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What an app stores about an account, for its owner; it has neither a password hash nor a token.
public struct AccountExport: Hashable, Sendable {
    /// The account, its profile and the date of its registration.
    public let owner: AccountOwner

    /// The agreements to terms, withdrawn ones included, ordered by the name of the document and the date.
    public let consents: [Consent]

    /// The sessions of the account on this device.
    public let sessions: [SessionItem]

    /// The security events of the account that are still stored, the latest last.
    public let events: [RecordedEvent]

    /// The date of the export.
    public let exportedAt: Date

    /// Creates an export.
    ///
    /// - Parameters:
    ///   - owner: The account, its profile and the date of its registration.
    ///   - consents: The agreements to terms, withdrawn ones included.
    ///   - sessions: The sessions of the account on this device.
    ///   - events: The security events of the account, the latest last.
    ///   - exportedAt: The date of the export.
    public init(
        owner: AccountOwner,
        consents: [Consent] = [],
        sessions: [SessionItem] = [],
        events: [RecordedEvent] = [],
        exportedAt: Date
    ) {
        self.owner = owner
        self.consents = consents
        self.sessions = sessions
        self.events = events
        self.exportedAt = exportedAt
    }
}
