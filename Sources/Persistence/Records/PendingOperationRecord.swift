import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How an operation is stored.
///
/// The names of the members are the format: they never change.
struct PendingOperationRecord: Codable {
    let action: String
    let accountID: String
    let key: String

    /// Seconds since 2001-01-01 00:00:00 UTC, all digits of it.
    let begunAt: Double

    init(_ operation: PendingOperation) {
        action = operation.action.rawValue
        accountID = operation.accountID.text
        key = operation.key
        begunAt = operation.begunAt.timeIntervalSinceReferenceDate
    }

    /// The operation that is stored.
    ///
    /// - Throws: `InvalidRecord` where Domain refuses a value.
    func operation() throws(InvalidRecord) -> PendingOperation {
        guard let action = PendingOperation.Action(rawValue: action) else { throw InvalidRecord() }
        return PendingOperation(
            action: action,
            accountID: try AccountID(record: accountID),
            key: key,
            begunAt: Date(timeIntervalSinceReferenceDate: begunAt)
        )
    }
}
