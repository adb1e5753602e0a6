/// Lists the registered accounts, a page at a time.
public struct ListAccounts: Sendable {
    private let accounts: any AccountRepository
    private let work: any WorkAdmitting

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - accounts: Where accounts are kept.
    ///   - work: Admits the work, until the app is shut down.
    public init(accounts: any AccountRepository, work: any WorkAdmitting = UnlimitedWork()) {
        self.work = work
        self.accounts = accounts
    }

    /// Reads one page.
    ///
    /// - Parameters:
    ///   - id: What the page before gave as ``AccountPage/next``; nil for the first page.
    ///   - limit: How many accounts a page has at the most; fewer than 1 count as 1.
    /// - Returns: The page.
    /// - Throws: `ListAccountsError.storage` where the store cannot be read, and with `.closed` once the app is shut
    ///   down.
    public func callAsFunction(
        after id: AccountID? = nil,
        limit: Int = 100
    ) async throws(ListAccountsError) -> AccountPage {
        guard work.begin() else { throw .storage(StorageError(store: .accounts, reason: .closed)) }
        defer { work.end() }
        // One account more than the page has tells whether there is another page.
        let limit = min(max(1, limit), .max - 1)
        do {
            let found = try await accounts.page(after: id, limit: limit + 1)
            let page = found.prefix(limit)
            return AccountPage(
                accounts: page.map(AccountSummary.init),
                next: found.count > limit ? page.last?.id : nil
            )
        } catch {
            throw .storage(error)
        }
    }
}
