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

    /// Somebody whose operation can be written along.
    struct Follower {
        let operation: AccountOperation
        let continuation: CheckedContinuation<Turn, Never>
    }

    private(set) var isTaken = false
    private var followers: [Follower] = []

    /// Those who have something else to do while nobody writes.
    private var successors: [CheckedContinuation<Turn, Never>] = []

    /// Takes the lead if nobody has it.
    mutating func take() -> Bool {
        guard !isTaken else { return false }
        isTaken = true
        return true
    }

    /// Waits until the operation is written along, or until nobody else leads.
    mutating func wait(with operation: AccountOperation?, _ continuation: CheckedContinuation<Turn, Never>) {
        if let operation {
            followers.append(Follower(operation: operation, continuation: continuation))
        } else {
            successors.append(continuation)
        }
    }

    /// Those whose operations are written along; the leader answers them.
    mutating func takeAlong() -> [Follower] {
        var along: [Follower] = []
        swap(&along, &followers)
        return along
    }

    /// Gives up the lead.
    ///
    /// - Returns: Whose turn it is now, or nil where nobody waits.
    mutating func pass() -> CheckedContinuation<Turn, Never>? {
        // Those who write take along all who follow, so nobody waits for long behind the successors, who are few.
        if !successors.isEmpty { return successors.removeFirst() }
        guard !followers.isEmpty else {
            isTaken = false
            return nil
        }
        return followers.removeFirst().continuation
    }
}
