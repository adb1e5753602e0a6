/// Tells from a repository whether an ID is taken.
public struct RepositoryAvailability: AvailabilityChecking {
    private let accounts: any AccountRepository
    private let work: any WorkAdmitting

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - accounts: Where the accounts are kept.
    ///   - work: Admits the work, until the app is shut down.
    public init(accounts: any AccountRepository, work: any WorkAdmitting = UnlimitedWork()) {
        self.work = work
        self.accounts = accounts
    }

    /// Asks whether an account has an ID.
    ///
    /// - Parameter id: The ID to ask about.
    /// - Returns: Whether it is taken at this moment.
    /// - Throws: `AccountServiceFailure.storage` where the repository cannot tell; `.cancelled` once the app is shut down.
    public func isTaken(_ id: AccountID) async throws(AccountServiceFailure) -> Bool {
        guard work.begin() else { throw .cancelled }
        defer { work.end() }
        do {
            return try await accounts.contains(id)
        } catch {
            throw .storage(error)
        }
    }
}
