public import Domain

/// An availability check with fixed results that logs each call.
public final class AvailabilityCheckSpy: AvailabilityChecking {
    private let log = MessageLog<AccountID>()
    private let taken: Set<AccountID>
    private let failing: [AccountID: AccountServiceFailure]
    private let beforeAnswering: @Sendable (AccountID) async -> Void

    /// Creates a check.
    ///
    /// - Parameters:
    ///   - taken: The taken IDs.
    ///   - failing: The IDs whose check fails, and the failures.
    ///   - beforeAnswering: Runs before each call returns.
    public init(
        taken: Set<AccountID> = [],
        failing: [AccountID: AccountServiceFailure] = [:],
        beforeAnswering: @escaping @Sendable (AccountID) async -> Void = { _ in }
    ) {
        self.taken = taken
        self.failing = failing
        self.beforeAnswering = beforeAnswering
    }

    /// The checked IDs, in order.
    public var asked: [AccountID] { log.messages }

    /// Logs an ID and returns whether it is taken.
    ///
    /// - Parameter id: The ID.
    /// - Returns: Whether it is one of the taken IDs.
    /// - Throws: The fixed ``/Domain/AccountServiceFailure`` of the ID, if any.
    public func isTaken(_ id: AccountID) async throws(AccountServiceFailure) -> Bool {
        log.append(id)
        await beforeAnswering(id)
        if let failure = failing[id] { throw failure }
        return taken.contains(id)
    }
}
