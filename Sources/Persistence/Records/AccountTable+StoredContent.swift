import Domain

extension AccountTable: StoredContent {
    static var store: StorageError.Store { .accounts }

    var records: [AccountRecord] { all.map(AccountRecord.init) }

    init(_ records: [AccountRecord]) throws(InvalidRecord) {
        self.init()
        for record in records {
            let account = try record.account()
            do { try insert(account) } catch { throw InvalidRecord() }
        }
    }
}
