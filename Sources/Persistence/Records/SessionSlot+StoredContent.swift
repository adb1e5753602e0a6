import Domain

extension SessionSlot: StoredContent {
    static var store: StorageError.Store { .session }

    /// Version 1 had no digests, and no last use.
    static var version: Int { 2 }

    var versionRead: Int { holdsToken ? 1 : Self.version }

    var isNothing: Bool { session == nil }

    var records: [SessionRecord] { session.map { [SessionRecord($0)] } ?? [] }

    init(_ records: [SessionRecord]) throws(InvalidRecord) {
        try self.init(records, version: Self.version)
    }

    init(_ records: [SessionRecord], version: Int) throws(InvalidRecord) {
        // A document without a session is removed, not written.
        guard records.count == 1 else { throw InvalidRecord() }
        session = try records[0].session(version: version)
        holdsToken = version == 1
    }
}
