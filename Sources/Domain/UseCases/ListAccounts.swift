#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A use case that lists the registered accounts, a page at a time.
public struct ListAccounts: Sendable {
    private let accounts: any AccountRepository

    /// Creates the use case.
    ///
    /// - Parameter accounts: The store of the accounts.
    public init(accounts: any AccountRepository) {
        self.accounts = accounts
    }

    /// Returns one page.
    ///
    /// - Parameters:
    ///   - id: The ``AccountPage/next`` of the page before; nil for the first page.
    ///   - limit: The largest number of accounts on the page; less than 1 counts as 1.
    /// - Returns: The page.
    /// - Throws: ``StorageError`` if the store cannot be read.
    public func callAsFunction(after id: AccountID? = nil, limit: Int = 100) async throws(StorageError) -> AccountPage {
        let limit = min(max(1, limit), .max - 1)
        // One account more than the limit is read, which shows whether there is another page.
        let found = try await accounts.page(after: id, limit: limit + 1)
        let page = found.prefix(limit)
        return AccountPage(
            accounts: page.map(AccountSummary.init),
            next: found.count > limit ? page.last?.id : nil
        )
    }
}

/// A part of the list of accounts.
public struct AccountPage: Hashable, Sendable {
    /// The accounts, ordered by ID.
    public let accounts: [AccountSummary]

    /// The ID after which the next page begins, or nil on the last page.
    public let next: AccountID?

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - accounts: The accounts, ordered by ID.
    ///   - next: The ID after which the next page begins, or nil on the last page.
    public init(accounts: [AccountSummary], next: AccountID?) {
        self.accounts = accounts
        self.next = next
    }
}

/// An account in a list, without its password hash.
public struct AccountSummary: Hashable, Sendable, Identifiable {
    /// The ID, spelt as it was registered.
    public let id: AccountID

    /// The profile of the account owner.
    public let profile: Profile

    /// The date of the registration.
    public let createdAt: Date

    /// Creates the summary of an account.
    ///
    /// - Parameter account: The account.
    public init(_ account: Account) {
        id = account.id
        profile = account.profile
        createdAt = account.createdAt
    }
}
