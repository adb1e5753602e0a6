import AccountFlowTesting
import Domain
import Persistence
import Testing

struct ListAccountsTests {
    private func makeSUT(
        _ ids: [String] = [],
        error: StorageError? = nil
    ) -> (sut: ListAccounts, log: MessageLog<AccountRepositorySpy.Call>) {
        let log = MessageLog<AccountRepositorySpy.Call>()
        let accounts = AccountRepositorySpy(
            wrapping: InMemoryAccountRepository(ids.map { .stub(id: .stub($0)) }),
            log: log
        ) { _ throws(StorageError) in
            if let error { throw error }
        }
        return (ListAccounts(accounts: accounts), log)
    }

    /// Returns the IDs on each page of the list, at most a hundred pages.
    private func pages(of sut: ListAccounts, limit: Int) async throws -> [[String]] {
        var pages: [[String]] = []
        var next: AccountID?
        repeat {
            let page = try await sut(after: next, limit: limit)
            pages.append(page.accounts.map(\.id.text))
            next = page.next
        } while next != nil && pages.count < 100
        return pages
    }

    @Test(arguments: [
        (1, [["a"], ["b"], ["c"], ["d"]]), (2, [["a", "b"], ["c", "d"]]), (3, [["a", "b", "c"], ["d"]]),
        (4, [["a", "b", "c", "d"]]), (5, [["a", "b", "c", "d"]]), (.max - 1, [["a", "b", "c", "d"]]),
        (.max, [["a", "b", "c", "d"]]),
    ])
    func `the pages have every account once, in order, and the last page has no next one`(
        limit: Int,
        expected: [[String]]
    ) async throws {
        let (sut, _) = makeSUT(["c", "a", "d", "b"])
        #expect(try await pages(of: sut, limit: limit) == expected)
    }

    @Test(arguments: [0, -1, Int.min])
    func `a limit below 1 counts as 1`(limit: Int) async throws {
        let (sut, _) = makeSUT(["b", "a"])
        #expect(try await pages(of: sut, limit: limit) == [["a"], ["b"]])
    }

    @Test func `an empty store has one empty page`() async throws {
        let (sut, log) = makeSUT()

        #expect(try await sut() == AccountPage(accounts: [], next: nil))
        #expect(log.messages == [.page(after: nil, limit: 101)])
    }

    @Test func `a page is read with one call`() async throws {
        let (sut, log) = makeSUT(["a", "b", "c"])
        let page = try await sut(after: .stub("a"), limit: 1)

        #expect(page == AccountPage(accounts: [AccountSummary(.stub(id: .stub("b")))], next: .stub("b")))
        #expect(log.messages == [.page(after: .stub("a"), limit: 2)])
    }

    @Test(arguments: [("", ["a", "c"]), ("b", ["c"]), ("c", []), ("z", [])])
    func `a list continues after an ID that was deleted`(id: String, expected: [String]) async throws {
        let (sut, _) = makeSUT(["a", "c"])
        let page = try await sut(after: id.isEmpty ? nil : .stub(id))

        #expect(page.accounts.map(\.id.text) == expected)
        #expect(page.next == nil)
    }

    @Test func `an account is listed as it was registered, ordered by its canonical form`() async throws {
        let (sut, _) = makeSUT(["B@x.com", "a@x.com", "C@x.com"])
        #expect(try await pages(of: sut, limit: 2) == [["a@x.com", "B@x.com"], ["C@x.com"]])
    }

    @Test func `an unreadable store is an error, not an empty page`() async {
        let (sut, log) = makeSUT(["a"], error: .stub(.accounts, .corrupt))

        await #expect(throws: StorageError.stub(.accounts, .corrupt)) { try await sut(limit: 1) }
        #expect(log.messages == [.page(after: nil, limit: 2)])
    }
}
