import Domain

/// Who writes, and who waits for it.
struct Leadership {
    /// Why somebody who waited goes on.
    enum Turn {
        /// It is this one's turn to write.
        case lead

        /// Somebody else has written it.
        case answered(Result<AccountOperation.Outcome, StorageError>)
    }

    /// Somebody who waits.
    struct Waiting {
        /// What is to be written along, or nil where it cannot be.
        let operation: AccountOperation?

        let continuation: CheckedContinuation<Turn, Never>
    }

    private var isTaken = false
    private var waiting: [Waiting] = []

    /// Takes the lead if nobody has it.
    mutating func take() -> Bool {
        guard !isTaken else { return false }
        isTaken = true
        return true
    }

    mutating func wait(_ waiting: Waiting) {
        self.waiting.append(waiting)
    }

    /// Those whose operations can be written along; the leader answers them.
    mutating func takeAlong() -> [Waiting] {
        guard !waiting.isEmpty else { return [] }
        let along = waiting.filter { $0.operation != nil }
        waiting.removeAll { $0.operation != nil }
        return along
    }

    /// Gives up the lead.
    ///
    /// - Returns: Whose turn it is now, or nil where nobody waits.
    mutating func pass() -> CheckedContinuation<Turn, Never>? {
        guard !waiting.isEmpty else {
            isTaken = false
            return nil
        }
        return waiting.removeFirst().continuation
    }
}
