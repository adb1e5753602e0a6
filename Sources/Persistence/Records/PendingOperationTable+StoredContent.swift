import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension PendingOperationTable: StoredContent {
    static var store: StorageError.Store { .pendingOperations }

    var records: [PendingOperationRecord] { all.map(PendingOperationRecord.init) }

    init(_ records: [PendingOperationRecord]) throws(InvalidRecord) {
        self.init()
        for record in records { _ = begin(try record.operation(), forgettingBefore: .distantPast) }
        guard all.count == records.count else { throw InvalidRecord() }
    }
}
