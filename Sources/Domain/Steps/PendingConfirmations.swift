#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The addresses to be confirmed, without any code.
struct PendingConfirmations: Sendable {
    let operations: any PendingOperationRepository

    /// Stores the confirmation of an address; a second factor is not stored.
    ///
    /// - Returns: The earlier confirmation of the account.
    @discardableResult
    func store(_ challenge: Challenge) async -> PendingOperation? {
        guard challenge.purpose == .addressConfirmation else { return nil }
        let operation = PendingOperation(
            action: .confirmAddress,
            accountID: challenge.accountID,
            address: challenge.address,
            key: challenge.id.text,
            begunAt: challenge.sentAt
        )
        return await replace(challenge.accountID, with: operation)
    }

    /// Removes the confirmation of an account's address.
    func remove(_ accountID: AccountID) async { await replace(accountID, with: nil) }

    /// Stores another confirmation of an account's address, or none, and returns the earlier one.
    @discardableResult
    func replace(_ accountID: AccountID, with new: PendingOperation?) async -> PendingOperation? {
        // One that stays is dropped after a day.
        let earlier = ((try? await operations.pending()) ?? []).filter {
            $0.action == .confirmAddress && $0.accountID == accountID
        }
        for operation in earlier { try? await operations.end(operation) }
        // If this fails, the user signs in after a relaunch, and the service begins the step again.
        if let new { _ = try? await operations.begin(new, forgettingBefore: oldest(at: new.begunAt)) }
        return earlier.last
    }

    /// Returns the last confirmation that was not completed.
    func last(at now: Date) async throws(StorageError) -> PendingOperation? {
        try await operations.pending().last { $0.action == .confirmAddress && $0.begunAt >= oldest(at: now) }
    }

    private func oldest(at now: Date) -> Date { now - RequestPasswordReset.lifetime }
}
