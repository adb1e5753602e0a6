import Domain
import Foundation
import Persistence
import StoreWriter
import Testing
import TestSupport

/// Tests of repositories against a dictionary as a model.
@Suite struct AccountModelTests {
    @Test(arguments: RepositoryForm.allCases, (1...UInt64(Thoroughness.count(2, change: 4, soak: 16))))
    func `D15 a repository matches a dictionary after random calls, faults and crashes`(
        _ form: RepositoryForm,
        seed: UInt64
    ) async throws {
        let temporary = TemporaryFolder()
        var check = ModelCheck(form, folder: temporary.stores, seed: seed)
        // The real disk is slower and cannot simulate a crash.
        let count =
            form == .file
            ? Thoroughness.count(150, change: 2_000, soak: 20_000)
            : Thoroughness.count(2500, change: 40_000, soak: 125_000)
        for number in 0..<count {
            await Task.yield()
            let violation = await check.step()
            try #require(violation == nil, "seed \(seed), step \(number)")
        }
    }
}

extension Account {
    fileprivate var texts: String { "\(id) \(passwordHash.revealed.prefix(12))" }
}

/// A repository, its expected contents, and the random number generator that chooses the next call.
private struct ModelCheck {
    private let folder: StorageDirectory
    private var files: (any FileSystem)?

    /// One repository in memory, or two on files, which behave like two processes.
    private var repositories: [any AccountRepository]

    /// The repository of the current step.
    private var repository: any AccountRepository
    private let ledger = AccountLedger()
    private var workload: AccountWorkload

    private var stepCount = 0
    private var lastFault = -1000
    private var random: SeededGenerator

    init(_ form: RepositoryForm, folder: StorageDirectory, seed: UInt64) {
        self.folder = form == .simulatedFile ? StoreOnSimulation.folder : folder
        workload = AccountWorkload(seed: seed, accounts: 40)
        random = SeededGenerator(seed: ~seed)
        switch form {
        case .inMemory: files = nil
        case .file: files = LocalFileSystem()
        case .simulatedFile: files = SimulatedFileSystem()
        }
        repository = InMemoryAccountRepository()
        repositories = [repository]
        reopen()
    }

    private mutating func reopen() {
        guard let files else { return }
        repositories = (0..<2).map { _ in
            FileAccountRepository(
                folder: folder.on(files),
                erasePolicy: Int.random(in: 0..<4, using: &random) == 0 ? .immediate : .deferred
            )
        }
        repository = repositories[0]
    }

    /// Makes a random call.
    ///
    /// - Returns: A description of a wrong result, or nil.
    mutating func step() async -> String? {
        stepCount += 1
        repository = repositories[Int.random(in: repositories.indices, using: &random)]
        switch Int.random(in: 0..<200, using: &random) {
        case 0: return await compact()
        case 1: reopen()
        case 2: return await crash()
        case 3..<8: return await fail()
        case 8..<20: return await readPage()
        case 20..<30: return await count()
        case 30..<90: return await find()
        default:
            let change = workload.next()
            if case .failed(let error) = await ledger.run(change, in: repository) {
                // The fault may have affected a background operation, whose error is only thrown now.
                return stepCount < lastFault + 400 ? await goOn() : "\(change): \(error)"
            }
        }
        return nil
    }

    private func compact() async -> String? {
        guard case .failed(let error) = await ledger.run(.compact, in: repository), error.reason != .busy else {
            return nil
        }
        return stepCount < lastFault + 400 ? await goOn() : "compact: \(error)"
    }

    private mutating func find() async -> String? {
        guard let id = workload.next().id else { return nil }
        do throws(StorageError) {
            let (found, expected) = (try await repository.find(id), ledger.entry.accounts[id])
            return found == expected ? nil : "\(id) was found as \(String(describing: found))"
        } catch {
            return "\(error)"
        }
    }

    private mutating func readPage() async -> String? {
        let start = Bool.random(using: &random) ? workload.next().id : nil
        let limit = Int.random(in: 0..<50, using: &random)
        let expected = ledger.entry.page.filter { account in start.map { account.id > $0 } ?? true }.prefix(limit)
        do throws(StorageError) {
            let found = try await repository.page(after: start, limit: limit)
            guard found != Array(expected) else { return nil }
            let (more, fewer) = (Set(found).subtracting(expected), Set(expected).subtracting(found))
            return "a page of \(limit) has \(more.map(\.texts)) instead of \(fewer.map(\.texts))"
        } catch {
            return "\(error)"
        }
    }

    private func count() async -> String? {
        do throws(StorageError) {
            let count = try await repository.count()
            return count == ledger.entry.accounts.count ? nil : "\(count) accounts were counted"
        } catch {
            return "\(error)"
        }
    }

    /// Makes a change during which a system call fails, and reopens the store.
    private mutating func fail() async -> String? {
        guard let simulated = files as? SimulatedFileSystem else { return nil }
        let code = FaultyCall.codes[Int.random(in: FaultyCall.codes.indices, using: &random)]
        let number = Int.random(in: 0..<20, using: &random)
        simulated.fail { $0 == number && $1.operation != .unlock ? .error(code) : nil }
        let change = Int.random(in: 0..<8, using: &random) == 0 ? AccountChange.compact : workload.next()
        await ledger.run(change, in: repository)
        simulated.fail(SimulatedFault.none)
        lastFault = stepCount
        return await goOn()
    }

    /// Reopens the repository after a fault.
    private func goOn() async -> String? {
        do throws(StorageError) {
            try await reopenWhenOthersAreDone()
            ledger.dropDoubtfulChanges()
            let found = try await StoreOnSimulation.accounts(in: repository)
            return ledger.entry.violation(in: found).map { "after a fault and reopening: " + $0 }
        } catch {
            return "after a fault it does not reopen: \(error)"
        }
    }

    /// Reopens the repository, and retries while another one compacts the store.
    private func reopenWhenOthersAreDone() async throws(StorageError) {
        for _ in 0..<100_000 {
            do {
                return try await (repository as? FileAccountRepository)?.reopen() ?? ()
            } catch  where error.reason == .busy {
                await Task.yield()
            }
        }
        throw StorageError(store: .accounts, reason: .busy)
    }

    /// Simulates a power cut, possibly during a change.
    private mutating func crash() async -> String? {
        guard let simulated = files as? SimulatedFileSystem else { return nil }
        simulated.fail(SimulatedFault.none)
        simulated.crash(at: Int.random(in: 0..<20, using: &random))
        await ledger.run(workload.next(), in: repository)
        let policies = CrashPolicy.certain + CrashPolicy.random(2, seed: random.next())
        let policy = policies[Int.random(in: policies.indices, using: &random)]
        files = simulated.survivors(policy)
        reopen()
        do throws(StorageError) {
            let found = try await StoreOnSimulation.accounts(in: repository)
            defer { ledger.adopt(found) }
            return ledger.entry.violation(in: found).map { "after a crash, \(policy): " + $0 }
        } catch {
            return "after a crash, \(policy), it does not open: \(error)"
        }
    }
}
