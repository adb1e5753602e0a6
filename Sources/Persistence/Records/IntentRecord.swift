import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How an intent is stored.
///
/// The names of the members are the format: they never change.
struct IntentRecord: Codable {
    let action: String
    let accountID: String
    let key: String

    /// Seconds since 2001-01-01 00:00:00 UTC, all digits of it.
    let begunAt: Double

    init(_ intent: PendingIntent) {
        action = intent.action.rawValue
        accountID = intent.accountID.text
        key = intent.key
        begunAt = intent.begunAt.timeIntervalSinceReferenceDate
    }

    /// The intent that is stored.
    ///
    /// - Throws: `InvalidRecord` where Domain refuses a value.
    func intent() throws(InvalidRecord) -> PendingIntent {
        guard let action = PendingIntent.Action(rawValue: action) else { throw InvalidRecord() }
        return PendingIntent(
            action: action,
            accountID: try AccountID(record: accountID),
            key: key,
            begunAt: Date(timeIntervalSinceReferenceDate: begunAt)
        )
    }
}
