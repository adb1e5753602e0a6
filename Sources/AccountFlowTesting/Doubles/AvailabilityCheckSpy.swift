public import Domain

/// Tells that some IDs are taken, or fails, and writes down what it was asked.
public final class AvailabilityCheckSpy: AvailabilityChecking {
    private let log = MessageLog<AccountID>()
    private let taken: Set<AccountID>
    private let failing: [AccountID: AccountServiceFailure]
    private let beforeAnswering: @Sendable (AccountID) async -> Void

    /// Creates a check.
    ///
    /// - Parameters:
    ///   - taken: The IDs that are taken.
    ///   - failing: The IDs that cannot be looked up, and why.
    ///   - beforeAnswering: What is waited for before each answer.
    public init(
        taken: Set<AccountID> = [],
        failing: [AccountID: AccountServiceFailure] = [:],
        beforeAnswering: @escaping @Sendable (AccountID) async -> Void = { _ in }
    ) {
        self.taken = taken
        self.failing = failing
        self.beforeAnswering = beforeAnswering
    }

    /// What it was asked about, in that order.
    public var asked: [AccountID] { log.messages }

    /// Answers as it was told.
    ///
    /// - Parameter id: The ID to ask about; it is written down.
    /// - Returns: Whether it is one of the IDs that are taken.
    /// - Throws: The ``/Domain/AccountServiceFailure`` of this ID, where it is one that cannot be looked up.
    public func isTaken(_ id: AccountID) async throws(AccountServiceFailure) -> Bool {
        log.append(id)
        await beforeAnswering(id)
        if let failure = failing[id] { throw failure }
        return taken.contains(id)
    }
}
