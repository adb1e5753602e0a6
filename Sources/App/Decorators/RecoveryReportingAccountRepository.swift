import Domain
import Persistence
import Synchronization

/// A repository of accounts in a file that records a security event when it has undone a change that a crash left
/// unfinished.
final class RecoveryReportingAccountRepository: AccountRepository {
    private let accounts: FileAccountRepository
    private let events: any SecurityEventRecorder
    private let dates: DateGenerator
    private let reported = Mutex<RecoveryReport?>(nil)

    init(accounts: FileAccountRepository, events: any SecurityEventRecorder, dates: DateGenerator) {
        self.accounts = accounts
        self.events = events
        self.dates = dates
    }

    /// Waits until the background work has ended.
    func waitForBackgroundWork() async { await accounts.waitForBackgroundWork() }

    // A store is recovered when it is opened for writing, so methods that only read have nothing to report.

    func find(_ id: AccountID) async throws(StorageError) -> Account? {
        try await accounts.find(id)
    }

    func contains(_ id: AccountID) async throws(StorageError) -> Bool {
        try await accounts.contains(id)
    }

    func page(after id: AccountID?, limit: Int) async throws(StorageError) -> [Account] {
        try await accounts.page(after: id, limit: limit)
    }

    func count() async throws(StorageError) -> Int {
        try await accounts.count()
    }

    func insert(_ account: Account) async throws(AccountInsertionError) {
        try await reporting { () async throws(AccountInsertionError) in try await accounts.insert(account) }
    }

    func update(
        _ id: AccountID,
        _ change: @escaping @Sendable (inout Account) -> Void
    ) async throws(AccountUpdateError) -> Account {
        try await reporting { () async throws(AccountUpdateError) in try await accounts.update(id, change) }
    }

    func delete(
        _ id: AccountID,
        where isMeant: @escaping @Sendable (Account) -> Bool
    ) async throws(StorageError) -> Bool {
        try await reporting { () async throws(StorageError) in try await accounts.delete(id, where: isMeant) }
    }

    /// Makes a change, and reports a recovery that it caused, even if the change fails.
    private func reporting<Value, Failure: Error>(
        _ change: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        do throws(Failure) {
            let value = try await change()
            await report()
            return value
        } catch {
            await report()
            throw error
        }
    }

    private func report() async {
        guard let recovery = accounts.recovery else { return }
        let isNew = reported.withLock { reported in
            defer { reported = recovery }
            return reported != recovery
        }
        if isNew { await events.record(RecordedEvent(.storeRecovered(.accounts), at: dates.now)) }
    }
}
