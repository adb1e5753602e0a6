import AccountFlowTesting
import Domain
import Persistence

/// An account repository with one fault or none.
///
/// Each fault breaks a single promise.
struct BrokenRepository: AccountRepository {
    enum Fault: CaseIterable {
        /// Starts a page with the account that it should follow.
        case inclusivePage

        /// Changes the spelling of an account's ID to that of the update call.
        case otherSpelling

        /// Deletes an account even if the predicate returns false.
        case ignoresPredicate
    }

    let fault: Fault?
    private let accounts: any AccountRepository = InMemoryAccountRepository()

    init(_ fault: Fault? = nil) {
        self.fault = fault
    }

    func insert(_ account: Account) async throws(AccountInsertionError) { try await accounts.insert(account) }
    func find(_ id: AccountID) async throws(StorageError) -> Account? { try await accounts.find(id) }
    func delete(
        _ id: AccountID,
        where isMeant: @escaping @Sendable (Account) -> Bool
    ) async throws(StorageError) -> Bool {
        try await accounts.delete(id) { fault == .ignoresPredicate || isMeant($0) }
    }

    func count() async throws(StorageError) -> Int { try await accounts.count() }

    func update(
        _ id: AccountID,
        _ change: @escaping @Sendable (inout Account) -> Void
    ) async throws(AccountUpdateError) -> Account {
        let account = try await accounts.update(id, change)
        guard fault == .otherSpelling else { return account }
        do {
            _ = try await accounts.delete(id)
            try await accounts.insert(
                Account(
                    id: id,
                    registrationID: account.registrationID,
                    profile: account.profile,
                    passwordHash: account.passwordHash,
                    createdAt: account.createdAt
                )
            )
        } catch {
            throw .notFound
        }
        return account
    }

    func page(after id: AccountID?, limit: Int) async throws(StorageError) -> [Account] {
        let page = try await accounts.page(after: id, limit: limit)
        guard fault == .inclusivePage, limit > 0, let id, let first = try await accounts.find(id) else { return page }
        return Array(([first] + page).prefix(limit))
    }
}
