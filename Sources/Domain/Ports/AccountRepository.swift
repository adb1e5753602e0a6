/// Where accounts are kept.
///
/// Every implementation decides atomically, among all its users in all processes, and has made a change durable by
/// the medium's own measure when the method returns. IDs are compared by their canonical form.
public protocol AccountRepository: Sendable {
    /// Adds an account, unless its ID is taken.
    ///
    /// - Parameter account: The account to be added.
    /// - Throws: `AccountInsertionError.idTaken` where an account has that ID; `.storage` where nothing was changed
    ///   because the store failed.
    func insert(_ account: Account) async throws(AccountInsertionError)

    /// Finds an account.
    ///
    /// - Parameter id: The ID to look for.
    /// - Returns: The account, or nil where none has that ID.
    /// - Throws: ``StorageError`` where the store cannot tell.
    func find(_ id: AccountID) async throws(StorageError) -> Account?

    /// Tells whether an ID is taken, which may take less than finding the account.
    ///
    /// - Parameter id: The ID to look for.
    /// - Returns: Whether an account has that ID.
    /// - Throws: ``StorageError`` where the store cannot tell.
    func contains(_ id: AccountID) async throws(StorageError) -> Bool

    /// Changes an account in one step, so that no other change comes between reading and writing.
    ///
    /// - Parameters:
    ///   - id: The ID of the account.
    ///   - change: Makes the new account out of the stored one; it must leave the ID as it is. The store is held while
    ///     it runs, so it must be quick, and neither call the store nor wait for whoever does.
    /// - Returns: The account as it is stored now.
    /// - Throws: `AccountUpdateError.notFound` where no account has that ID; `.idChanged` where the change was to
    ///   another ID; `.storage` where the store failed. Nothing was changed in any of these cases.
    @discardableResult
    func update(
        _ id: AccountID,
        _ change: @escaping @Sendable (inout Account) -> Void
    ) async throws(AccountUpdateError) -> Account

    /// Removes an account if it is the one that is meant, and looks at it in the same step.
    ///
    /// - Parameters:
    ///   - id: The ID of the account.
    ///   - isMeant: Tells by the stored account whether it is to be removed: the ID may have another owner by now.
    ///     It has to be as quick as a change in ``update(_:_:)``, and must not call the store either.
    /// - Returns: Whether an account was removed.
    /// - Throws: ``StorageError``; then the account is still there.
    @discardableResult
    func delete(
        _ id: AccountID,
        where isMeant: @escaping @Sendable (Account) -> Bool
    ) async throws(StorageError) -> Bool

    /// Reads accounts in the order of their IDs.
    ///
    /// Following the last ID of each page visits every account that stays in the store exactly once.
    ///
    /// - Parameters:
    ///   - id: The ID behind which to begin, stored or not; nil begins at the first account.
    ///   - limit: How many accounts at the most; none where it is not positive.
    /// - Returns: The accounts; fewer than `limit` only at the end.
    /// - Throws: ``StorageError`` where the store cannot be read.
    func page(after id: AccountID?, limit: Int) async throws(StorageError) -> [Account]

    /// Counts the accounts.
    ///
    /// - Returns: How many accounts are stored.
    /// - Throws: ``StorageError`` where the store cannot be read.
    func count() async throws(StorageError) -> Int
}

extension AccountRepository {
    /// Tells whether an ID is taken, by finding its account.
    ///
    /// - Parameter id: The ID to look for.
    /// - Returns: Whether an account has that ID.
    /// - Throws: ``StorageError`` where the store cannot tell.
    public func contains(_ id: AccountID) async throws(StorageError) -> Bool {
        try await find(id) != nil
    }

    /// Removes the account of an ID, whoever owns it.
    ///
    /// - Parameter id: The ID of the account.
    /// - Returns: Whether there was such an account.
    /// - Throws: ``StorageError``; then the account is still there.
    @discardableResult
    public func delete(_ id: AccountID) async throws(StorageError) -> Bool {
        try await delete(id) { _ in true }
    }
}

/// Why an account was not added.
public enum AccountInsertionError: Error, Hashable, Sendable {
    /// An account has that ID.
    case idTaken

    /// The store failed.
    case storage(StorageError)
}

/// Why an account was not changed.
public enum AccountUpdateError: Error, Hashable, Sendable {
    /// No account has that ID.
    case notFound

    /// The change was to another ID.
    case idChanged

    /// The store failed.
    case storage(StorageError)
}
