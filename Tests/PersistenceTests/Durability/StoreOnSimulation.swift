import AccountFlowTesting
import Dispatch
import Domain
import Persistence
import StoreWriter
import Synchronization
import Testing

/// The account store on a simulated system.
enum StoreOnSimulation {
    /// The folder, with a long wait for the lock, because simulated waiting takes no time.
    static let folder = StorageDirectory(path: "/home/stores", lockWait: .seconds(200))

    static func open(_ files: SimulatedFileSystem, erasePolicy: ErasePolicy = .deferred) -> FileAccountRepository {
        FileAccountRepository(folder: folder.on(files), erasePolicy: erasePolicy)
    }

    /// Returns all accounts.
    static func accounts(in repository: any AccountRepository) async throws(StorageError) -> [Account] {
        try await repository.page(after: nil, limit: 1_000_000)
    }

    /// Opens the store after a crash.
    ///
    /// - Returns: The violation, or nil.
    static func violation(in files: SimulatedFileSystem, _ entry: AccountLedger.Entry) async -> String? {
        do throws(StorageError) {
            return entry.violation(in: try await accounts(in: open(files)))
        } catch {
            return "it does not open: \(error)"
        }
    }
}

/// The acknowledged accounts of a store, and its unfinished and failed changes.
final class AccountLedger: Sendable {
    struct Entry: Sendable {
        fileprivate(set) var accounts: [AccountID: Account] = [:]

        /// The changes that are in progress or have failed, by their number.
        fileprivate var doubtful: [Int: AccountChange] = [:]
        fileprivate var askedCount = 0

        /// The accounts in the order of a page.
        var page: [Account] { accounts.values.sorted { $0.id < $1.id } }

        /// Checks that accounts match the acknowledged ones, with each doubtful change made or not.
        ///
        /// - Returns: The violation, or nil.
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

    /// Makes a change, checks its outcome unless the store fails, and records it.
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
            // An acknowledged change settles earlier doubtful changes of the same account.
            entry.doubtful = entry.doubtful.filter { $0.key > number || $0.value.id != id }
            return change.make(of: &entry.accounts[id]) == (outcome == .made)
        }
        if !isRight { Issue.record("\(change) was \(outcome)") }
        return outcome
    }

    /// Records that no doubtful change was made.
    func dropDoubtfulChanges() {
        state.withLock { $0.doubtful = [:] }
    }

    /// Replaces the accounts by those that were found after a crash.
    func adopt(_ found: [Account]) {
        state.withLock { entry in
            entry.accounts = Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0) })
            entry.doubtful = [:]
        }
    }
}

/// A parallel sweep over numbers, which stops after a few violations.
enum Sweep {
    private static let enough = 3
    private static let width = 4

    /// Runs a trial for every number below `count`.
    ///
    /// - Returns: A few violations at most.
    static func violations(
        in count: Int,
        _ trial: @escaping @Sendable (_ number: Int) async -> String?
    ) async -> [String] {
        let found = MessageLog<String>()
        await withTaskGroup { group in
            for worker in 0..<width {
                group.addTask {
                    for number in stride(from: worker, to: count, by: width) {
                        // This lets other tests run.
                        await Task.yield()
                        guard found.messages.count < enough else { return }
                        if let violation = await trial(number) { found.append(violation) }
                    }
                }
            }
        }
        return found.messages
    }
}

/// Hooks that block the first synchronisation that satisfies a condition until the test releases it.
final class HeldSynchronization: Sendable {
    private let held = MessageLog<SimulatedCall>()
    private let semaphore = DispatchSemaphore(value: 0)
    private let isMeant: @Sendable (SimulatedCall) -> Bool

    init(_ isMeant: @escaping @Sendable (SimulatedCall) -> Bool = { _ in true }) {
        self.isMeant = isMeant
    }

    var hooks: SimulatedFileSystem.Hooks {
        SimulatedFileSystem.Hooks(onSynchronize: { call in
            guard self.isMeant(call), self.held.messages.isEmpty else { return }
            self.held.append(call)
            self.semaphore.wait()
        })
    }

    func arrival() async { await held.arrival(of: 1) }

    func release() { semaphore.signal() }
}
