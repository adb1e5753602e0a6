import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension IntentTable: StoredContent {
    static var store: StorageError.Store { .intents }

    var records: [IntentRecord] { all.map(IntentRecord.init) }

    init(_ records: [IntentRecord]) throws(InvalidRecord) {
        self.init()
        for record in records { _ = begin(try record.intent(), forgettingBefore: .distantPast) }
        guard all.count == records.count else { throw InvalidRecord() }
    }
}
