/// Tells from a repository whether an ID is taken.
public struct RepositoryAvailability: AvailabilityChecking {
    private let accounts: any AccountRepository

    /// Creates the service.
    ///
    /// - Parameter accounts: Where the accounts are stored.
    public init(accounts: any AccountRepository) {
        self.accounts = accounts
    }

    /// Asks whether an account has an ID.
    ///
    /// - Parameter id: The ID to ask about.
    /// - Returns: Whether it is taken at this moment.
    /// - Throws: `AccountServiceFailure.storage` where the repository cannot be read.
    public func isTaken(_ id: AccountID) async throws(AccountServiceFailure) -> Bool {
        do {
            return try await accounts.contains(id)
        } catch {
            throw .storage(error)
        }
    }
}
