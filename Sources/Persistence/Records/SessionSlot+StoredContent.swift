import Domain

extension SessionSlot: StoredContent {
    static var store: StorageError.Store { .session }

    var isNothing: Bool { session == nil }

    var records: [SessionRecord] { session.map { [SessionRecord($0)] } ?? [] }

    init(_ records: [SessionRecord]) throws(InvalidRecord) {
        // A document without a session is removed, not written.
        guard records.count == 1 else { throw InvalidRecord() }
        session = try records[0].session()
    }
}
