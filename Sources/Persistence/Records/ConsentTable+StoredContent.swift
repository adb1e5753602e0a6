import Domain

extension ConsentTable: StoredContent {
    static var store: StorageError.Store { .consents }

    var records: [ConsentRecord] { all.map(ConsentRecord.init) }

    init(_ records: [ConsentRecord]) throws(InvalidRecord) {
        self.init()
        var consents: [Consent] = []
        for record in records { consents.append(try record.consent()) }
        self.record(consents)
        guard all.count == consents.count else { throw InvalidRecord() }
    }
}
