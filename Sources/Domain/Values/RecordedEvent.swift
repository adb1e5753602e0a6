#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

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
