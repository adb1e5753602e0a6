/// A part of the list of accounts.
public struct AccountPage: Hashable, Sendable {
    /// The accounts, ordered by ID.
    public let accounts: [AccountSummary]

    /// Where the next page begins, or nil where this is the last one.
    public let next: AccountID?

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - accounts: The accounts, ordered by ID.
    ///   - next: Where the next page begins, or nil where this is the last one.
    public init(accounts: [AccountSummary], next: AccountID?) {
        self.accounts = accounts
        self.next = next
    }
}
