package import Domain

/// Tells that some IDs are taken, or fails, and writes down what it was asked.
package final class AvailabilityCheckSpy: AvailabilityChecking {
    private let log = MessageLog<AccountID>()
    private let taken: Set<AccountID>
    private let failing: [AccountID: AuthorityFailure]
    private let beforeAnswering: @Sendable (AccountID) async -> Void

    package init(
        taken: Set<AccountID> = [],
        failing: [AccountID: AuthorityFailure] = [:],
        beforeAnswering: @escaping @Sendable (AccountID) async -> Void = { _ in }
    ) {
        self.taken = taken
        self.failing = failing
        self.beforeAnswering = beforeAnswering
    }

    /// What it was asked about, in that order.
    package var asked: [AccountID] { log.messages }

    package func isTaken(_ id: AccountID) async throws(AuthorityFailure) -> Bool {
        log.append(id)
        await beforeAnswering(id)
        if let failure = failing[id] { throw failure }
        return taken.contains(id)
    }
}
