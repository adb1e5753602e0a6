import AccountFlowTesting
import Domain
import Persistence

/// A repository in which every insertion waits at a gate, and is done behind it whatever happens meanwhile.
struct GatedRepository: AccountRepository {
    let gate = Gate()
    private let accounts: any AccountRepository = InMemoryAccountRepository()

    func insert(_ account: Account) async throws(AccountInsertionError) {
        await gate.pass()
        try await accounts.insert(account)
    }

    func find(_ id: AccountID) async throws(StorageError) -> Account? { try await accounts.find(id) }

    func update(
        _ id: AccountID,
        _ change: @escaping @Sendable (inout Account) -> Void
    ) async throws(AccountUpdateError) -> Account {
        try await accounts.update(id, change)
    }

    func delete(
        _ id: AccountID,
        where isMeant: @escaping @Sendable (Account) -> Bool
    ) async throws(StorageError) -> Bool {
        try await accounts.delete(id, where: isMeant)
    }

    func page(after id: AccountID?, limit: Int) async throws(StorageError) -> [Account] {
        try await accounts.page(after: id, limit: limit)
    }

    func count() async throws(StorageError) -> Int { try await accounts.count() }
}
