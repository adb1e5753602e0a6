/// Tells whether an ID is taken, before somebody tries to register it.
public protocol AvailabilityChecking: Sendable {
    /// Asks whether an account has an ID.
    ///
    /// - Parameter id: The ID to ask about.
    /// - Returns: Whether it is taken at this moment.
    /// - Throws: `AccountServiceFailure.storage`, `.remote` or another case where that cannot be told, and `.cancelled` once
    ///   nobody waits for it.
    func isTaken(_ id: AccountID) async throws(AccountServiceFailure) -> Bool
}
