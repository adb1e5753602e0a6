import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Operations without a definitive response from the server.
struct PendingOperationTable: Sendable {
    /// The operations, in the order in which they began.
    private(set) var all: [PendingOperation] = []

    /// Removes old operations, adds one unless its account and action are pending, and returns the stored one.
    mutating func begin(_ operation: PendingOperation, forgettingBefore oldest: Date) -> PendingOperation {
        all.removeAll { $0.begunAt < oldest }
        if let earlier = all.first(where: { $0.conflicts(with: operation) }) { return earlier }
        all.insert(operation, at: all.firstIndex { $0.begunAt > operation.begunAt } ?? all.endIndex)
        return operation
    }

    mutating func end(_ operation: PendingOperation) {
        all.removeAll { $0 == operation }
    }
}

extension EmailAddress {
    /// Creates an address from a stored text, and throws if Domain rejects it.
    fileprivate init(record text: String) throws(InvalidRecord) {
        do {
            try self.init(text)
        } catch {
            throw InvalidRecord()
        }
    }
}

extension PendingOperationTable: StoredContent {
    static var store: StorageError.Store { .pendingOperations }

    var records: [PendingOperationRecord] { all.map(PendingOperationRecord.init) }

    init(_ records: [PendingOperationRecord]) throws(InvalidRecord) {
        for record in records { _ = begin(try record.operation(), forgettingBefore: .distantPast) }
        guard all.count == records.count else { throw InvalidRecord() }
    }
}

/// A pending operation in its document.
struct PendingOperationRecord: Codable {
    let action: String
    let accountID: String
    let address: String?
    let key: String
    let begunAt: Date

    init(_ operation: PendingOperation) {
        action = operation.action.rawValue
        accountID = operation.accountID.text
        address = operation.address?.text
        key = operation.key
        begunAt = operation.begunAt
    }

    func operation() throws(InvalidRecord) -> PendingOperation {
        guard let action = PendingOperation.Action(rawValue: action) else { throw InvalidRecord() }
        return PendingOperation(
            action: action,
            accountID: try AccountID(record: accountID),
            address: try address.map { text throws(InvalidRecord) in try EmailAddress(record: text) },
            key: key,
            begunAt: begunAt
        )
    }
}
