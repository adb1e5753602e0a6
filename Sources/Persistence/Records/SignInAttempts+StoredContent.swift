import Domain

extension SignInAttempts: StoredContent {
    static var store: StorageError.Store { .attempts }

    var records: [AttemptRecord] {
        let own = accounts.sorted { $0.key.digits < $1.key.digits }.map { AttemptRecord($0.key, $0.value) }
        return (overall.map { [AttemptRecord(nil, $0)] } ?? []) + own
    }

    init(_ records: [AttemptRecord]) throws(InvalidRecord) {
        var accounts: [AccountTag: Count] = [:]
        var overall: Count?
        for record in records {
            let count = try record.count()
            if let digits = record.account {
                guard let tag = AccountTag(digits: digits), accounts[tag] == nil else { throw InvalidRecord() }
                accounts[tag] = count
            } else {
                guard overall == nil else { throw InvalidRecord() }
                overall = count
            }
        }
        self.init(accounts: accounts, overall: overall)
    }
}
