/// A store of accounts.
///
/// Every change is atomic among all tasks and processes that use the store, and durable when the method returns. IDs are
/// compared by their canonical form. A method that throws has changed nothing, unless a store on another machine did not
/// answer: then its change may have been made. A store may refuse a password hash that is not
/// ``PasswordHash/isStorable``, and a date before `Date.distantPast` or after the year 9999.
public protocol AccountRepository: Sendable {
    /// Inserts an account.
    ///
    /// - Parameter account: The new account.
    /// - Throws: `AccountInsertionError.idTaken` if an account has that ID; `.storage` if the store fails.
    func insert(_ account: Account) async throws(AccountInsertionError)

    /// Returns the account with an ID.
    ///
    /// - Parameter id: The ID of the account.
    /// - Returns: The account, or nil if there is none.
    /// - Throws: ``StorageError`` if the store cannot be read.
    func find(_ id: AccountID) async throws(StorageError) -> Account?

    /// Returns whether an ID is taken, which may be quicker than finding the account.
    ///
    /// - Parameter id: The ID.
    /// - Returns: Whether an account has that ID.
    /// - Throws: ``StorageError`` if the store cannot be read.
    func contains(_ id: AccountID) async throws(StorageError) -> Bool

    /// Changes an account in one step: the account cannot change between reading and writing.
    ///
    /// - Parameters:
    ///   - id: The ID of the account.
    ///   - change: Changes the stored account, but not its ID. It runs while the store is locked, so it must be quick and
    ///     must not use the store. It may run more than once; the last result is stored.
    /// - Returns: The stored account after the change.
    /// - Throws: `AccountUpdateError.notFound` if no account has that ID; `.idChanged` if `change` has changed the ID;
    ///   `.storage` if the store fails.
    @discardableResult
    func update(
        _ id: AccountID,
        _ change: @escaping @Sendable (inout Account) -> Void
    ) async throws(AccountUpdateError) -> Account

    /// Deletes an account if it is the intended one, in one step.
    ///
    /// - Parameters:
    ///   - id: The ID of the account.
    ///   - isMeant: Returns whether the stored account is the intended one, because the ID may have a new owner. It has
    ///     the restrictions of the change in ``update(_:_:)``.
    /// - Returns: Whether an account was deleted.
    /// - Throws: ``StorageError`` if the store fails.
    @discardableResult
    func delete(
        _ id: AccountID,
        where isMeant: @escaping @Sendable (Account) -> Bool
    ) async throws(StorageError) -> Bool

    /// Returns accounts in the order of their IDs.
    ///
    /// Continuing after the last ID of each page visits every account that stays in the store exactly once.
    ///
    /// - Parameters:
    ///   - id: The ID after which the page begins, stored or not; nil for the first page.
    ///   - limit: The largest number of accounts; none if it is 0 or less.
    /// - Returns: The accounts; fewer than `limit` only on the last page.
    /// - Throws: ``StorageError`` if the store cannot be read.
    func page(after id: AccountID?, limit: Int) async throws(StorageError) -> [Account]

    /// Returns the number of accounts.
    ///
    /// - Returns: The number of accounts.
    /// - Throws: ``StorageError`` if the store cannot be read.
    func count() async throws(StorageError) -> Int
}

extension AccountRepository {
    public func contains(_ id: AccountID) async throws(StorageError) -> Bool {
        try await find(id) != nil
    }

    /// Deletes the account with an ID.
    ///
    /// - Parameter id: The ID of the account.
    /// - Returns: Whether an account was deleted.
    /// - Throws: ``StorageError`` if the store fails.
    @discardableResult
    public func delete(_ id: AccountID) async throws(StorageError) -> Bool {
        try await delete(id) { _ in true }
    }
}

/// The reason why an account was not inserted.
public enum AccountInsertionError: Error, Hashable, Sendable {
    /// An account has that ID.
    case idTaken

    /// The store failed.
    case storage(StorageError)
}

/// The reason why an account was not changed.
public enum AccountUpdateError: Error, Hashable, Sendable {
    /// No account has that ID.
    case notFound

    /// The change has changed the ID, which is not allowed.
    case idChanged

    /// The store failed.
    case storage(StorageError)
}
