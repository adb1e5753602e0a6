/// Tells from a repository whether an ID is taken.
public struct RepositoryAvailability: AvailabilityChecking {
    private let accounts: any AccountRepository

    /// Creates the service.
    ///
    /// - Parameter accounts: Where the accounts are kept.
    public init(accounts: any AccountRepository) {
        self.accounts = accounts
    }

    /// Asks whether an account has an ID.
    ///
    /// - Parameter id: The ID to ask about.
    /// - Returns: Whether it is taken at this moment.
    /// - Throws: `AuthorityFailure.storage` where the repository cannot tell.
    public func isTaken(_ id: AccountID) async throws(AuthorityFailure) -> Bool {
        do {
            return try await accounts.contains(id)
        } catch {
            throw .storage(error)
        }
    }
}
