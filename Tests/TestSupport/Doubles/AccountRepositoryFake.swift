package import Domain

/// An account repository in a dictionary that writes down what it was asked and fails where it is told to.
package actor AccountRepositoryFake: AccountRepository {
    /// What the repository was asked.
    package enum Message: Hashable, Sendable {
        case insert(AccountID)
        case find(AccountID)
        case update(AccountID)
        case delete(AccountID)
        case page(after: AccountID?, limit: Int)
        case count
    }

    private let log: MessageLog<Message>
    private let error: StorageError?
    private var stored: [AccountID: Account]

    package init(
        _ accounts: [Account] = [],
        log: MessageLog<Message> = MessageLog(),
        error: StorageError? = nil
    ) {
        stored = Dictionary(accounts.map { ($0.id, $0) }) { first, _ in first }
        self.log = log
        self.error = error
    }

    package func insert(_ account: Account) async throws(AccountInsertionError) {
        log.append(.insert(account.id))
        if let error { throw .storage(error) }
        guard stored[account.id] == nil else { throw .idTaken }
        stored[account.id] = account
    }

    package func find(_ id: AccountID) async throws(StorageError) -> Account? {
        log.append(.find(id))
        try failIfTold()
        return stored[id]
    }

    @discardableResult
    package func update(
        _ id: AccountID,
        _ change: @escaping @Sendable (inout Account) -> Void
    ) async throws(AccountUpdateError) -> Account {
        log.append(.update(id))
        if let error { throw .storage(error) }
        guard var account = stored[id] else { throw .notFound }
        change(&account)
        guard account.id == id else { throw .idChanged }
        stored[id] = account
        return account
    }

    @discardableResult
    package func delete(_ id: AccountID) async throws(StorageError) -> Bool {
        log.append(.delete(id))
        try failIfTold()
        return stored.removeValue(forKey: id) != nil
    }

    package func page(after id: AccountID?, limit: Int) async throws(StorageError) -> [Account] {
        log.append(.page(after: id, limit: limit))
        try failIfTold()
        let sorted = stored.values.sorted { $0.id < $1.id }
        let rest = sorted.drop { account in id.map { account.id <= $0 } ?? false }
        return Array(rest.prefix(max(0, limit)))
    }

    package func count() async throws(StorageError) -> Int {
        log.append(.count)
        try failIfTold()
        return stored.count
    }

    private func failIfTold() throws(StorageError) {
        if let error { throw error }
    }
}
