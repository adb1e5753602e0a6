public import Domain

/// An account repository that forwards to another one, logs each call, and can fail or wait before and after it.
public final class AccountRepositorySpy {
    /// A call of a repository.
    public enum Call: Hashable, Sendable {
        /// An insertion of an account.
        case insert(AccountID)
        /// A search for an account.
        case find(AccountID)
        /// A change of an account.
        case update(AccountID)
        /// A deletion of an account.
        case delete(AccountID)
        /// A read of a page of accounts.
        case page(after: AccountID?, limit: Int)
        /// A count of all accounts.
        case count
    }

    private let repository: any AccountRepository
    private let log: MessageLog<Call>
    private let before: @Sendable (Call) async throws(StorageError) -> Void
    private let after: @Sendable (Call) async throws(StorageError) -> Void

    /// Creates a spy.
    ///
    /// - Parameters:
    ///   - repository: The repository that does the work.
    ///   - log: The log of calls.
    ///   - before: Runs before each call is forwarded; an error that it throws ends the call.
    ///   - after: Runs after each call that succeeded; an error that it throws replaces the result.
    public init(
        wrapping repository: any AccountRepository,
        log: MessageLog<Call> = MessageLog(),
        before: @escaping @Sendable (Call) async throws(StorageError) -> Void = { _ in },
        after: @escaping @Sendable (Call) async throws(StorageError) -> Void = { _ in }
    ) {
        self.repository = repository
        self.log = log
        self.before = before
        self.after = after
    }

    private func begin(_ call: Call) async throws(StorageError) {
        log.append(call)
        try await before(call)
    }
}

extension AccountRepositorySpy: AccountRepository {
    public func insert(_ account: Account) async throws(AccountInsertionError) {
        do { try await begin(.insert(account.id)) } catch { throw .storage(error) }
        try await repository.insert(account)
        do { try await after(.insert(account.id)) } catch { throw .storage(error) }
    }

    public func find(_ id: AccountID) async throws(StorageError) -> Account? {
        try await begin(.find(id))
        let account = try await repository.find(id)
        try await after(.find(id))
        return account
    }

    @discardableResult
    public func update(
        _ id: AccountID,
        _ change: @escaping @Sendable (inout Account) -> Void
    ) async throws(AccountUpdateError) -> Account {
        do { try await begin(.update(id)) } catch { throw .storage(error) }
        let account = try await repository.update(id, change)
        do { try await after(.update(id)) } catch { throw .storage(error) }
        return account
    }

    @discardableResult
    public func delete(
        _ id: AccountID,
        where isMeant: @escaping @Sendable (Account) -> Bool
    ) async throws(StorageError) -> Bool {
        try await begin(.delete(id))
        let isDeleted = try await repository.delete(id, where: isMeant)
        try await after(.delete(id))
        return isDeleted
    }

    public func page(after id: AccountID?, limit: Int) async throws(StorageError) -> [Account] {
        let call = Call.page(after: id, limit: limit)
        try await begin(call)
        let accounts = try await repository.page(after: id, limit: limit)
        try await after(call)
        return accounts
    }

    public func count() async throws(StorageError) -> Int {
        try await begin(.count)
        let count = try await repository.count()
        try await after(.count)
        return count
    }
}
