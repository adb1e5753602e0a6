import Domain
import Persistence
import StoreWriter
import Synchronization
import Testing

/// What a store has acknowledged, and what it was asked beside.
final class AccountLedger: Sendable {
    struct Entry: Sendable {
        fileprivate(set) var accounts: [AccountID: Account] = [:]

        /// What is under way or has failed, by the order in which it was asked.
        fileprivate var doubtful: [Int: AccountChange] = [:]
        fileprivate var askedCount = 0

        /// The accounts as a repository reads them.
        var page: [Account] { accounts.values.sorted { $0.id < $1.id } }

        /// Whether this is what was acknowledged, with each doubtful change made or not.
        ///
        /// - Returns: What is wrong, or nil where nothing is.
        func violation(in found: [Account]) -> String? {
            if found.count == accounts.count, found.allSatisfy({ accounts[$0.id] == $0 }) { return nil }
            let known = Dictionary(found.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
            guard known.count == found.count else { return "an account is there twice" }
            for id in Set(known.keys).union(accounts.keys) where !possible(id).contains(known[id]) {
                let text = known[id].map { "is \($0.passwordHash.revealed.prefix(12))" } ?? "is not there"
                let expected = possible(id).map { $0.map { String($0.passwordHash.revealed.prefix(12)) } ?? "none" }
                return "\(id) \(text), but should be one of \(expected)"
            }
            return nil
        }

        private func possible(_ id: AccountID) -> Set<Account?> {
            let changes = doubtful.sorted { $0.key < $1.key }.map(\.value).filter { $0.id == id }
            return changes.reduce(into: [accounts[id]]) { states, change in
                for state in states {
                    var new = state
                    change.make(of: &new)
                    states.insert(new)
                }
            }
        }
    }

    private let state: Mutex<Entry>

    init(_ entry: Entry = Entry()) {
        state = Mutex(entry)
    }

    var entry: Entry { state.withLock { $0 } }

    /// Asks for a change and takes down what came of it, which has to be what it should be unless the store fails.
    @discardableResult
    func run(_ change: AccountChange, in repository: any AccountRepository) async -> AccountChange.Outcome {
        let number = state.withLock { entry in
            entry.askedCount += 1
            entry.doubtful[entry.askedCount] = change
            return entry.askedCount
        }
        let outcome = await change.make(in: repository)
        let isRight = state.withLock { entry in
            guard outcome == .made || outcome == .refused else { return true }
            entry.doubtful[number] = nil
            guard let id = change.id else { return outcome == .made }
            // What is acknowledged after a failure has decided over it.
            entry.doubtful = entry.doubtful.filter { $0.key > number || $0.value.id != id }
            return change.make(of: &entry.accounts[id]) == (outcome == .made)
        }
        if !isRight { Issue.record("\(change) was \(outcome)") }
        return outcome
    }

    /// Takes down that nothing of what has failed is there.
    func waitForBackgroundWork() {
        state.withLock { $0.doubtful = [:] }
    }

    /// Takes over what was found after a crash, once it was accepted.
    func adopt(_ found: [Account]) {
        state.withLock { entry in
            entry.accounts = Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0) })
            entry.doubtful = [:]
        }
    }
}
