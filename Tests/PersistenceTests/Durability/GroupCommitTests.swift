import AccountFlowTesting
import Domain
import Foundation
import Persistence
import StoreWriter
import Synchronization
import Testing

/// Tests of simultaneous writers that share synchronisations.
@Suite(.serialized) struct GroupCommitTests {
    private static let writers = 64

    @Test func `D16 64 simultaneous writers share synchronisations and are acknowledged after them`() async throws {
        let crowd = Crowd(of: Self.writers)
        let files = SimulatedFileSystem(hooks: crowd.hooks)
        let (repository, ledger) = (StoreOnSimulation.open(files), AccountLedger())
        await ledger.run(.insert(.stub()), in: repository)
        files.fail(SimulatedFault.none)

        let (rounds, acknowledged) = (8, MessageLog<(id: AccountID, disk: SimulatedDisk)>())
        for round in 0..<rounds {
            _ = await crowd.run { writer in
                let account = Account.stub(id: .stub("person\(writer)-\(round)"))
                #expect(await ledger.run(.insert(account), in: repository) == .made)
                acknowledged.append((account.id, files.disk))
            }
        }
        let count = Self.writers * rounds
        #expect(files.synchronizationCount <= count / 8)

        try #require(acknowledged.messages.count == count)
        let violations = await Sweep.violations(in: count) { number in
            let (id, disk) = acknowledged.messages[number]
            let survivors = SimulatedFileSystem(disk: disk.survivor(.dropAll))
            let found = try? await StoreOnSimulation.open(survivors).find(id)
            return found == nil ? "\(id) was acknowledged too early" : nil
        }
        #expect(violations == [])
    }

    @Test func `of simultaneous insertions that share a synchronisation, one succeeds for each ID`() async throws {
        let crowd = Crowd(of: Self.writers)
        let files = SimulatedFileSystem(hooks: crowd.hooks)
        let repository = StoreOnSimulation.open(files)
        try await repository.insert(.stub())
        let wins = await crowd.run { writer in
            do throws(AccountInsertionError) {
                try await repository.insert(.stub(id: .stub("person\(writer % 8)")))
                return 1
            } catch {
                return error == .idTaken ? 0 : 100
            }
        }
        #expect(wins.reduce(0, +) == 8)
        #expect(try await repository.count() == 9)
    }

    @Test func `D16 changes are split into frames, and a change too large for a frame is an error`() async throws {
        let crowd = Crowd(of: Self.writers)
        let files = SimulatedFileSystem(hooks: crowd.hooks)
        let repository = FileAccountRepository(
            folder: StoreOnSimulation.folder.on(files),
            erasePolicy: .immediate,
            frameLimit: 500
        )
        try await repository.insert(.stub())
        let failures = await crowd.run { writer in
            let passwordHash = PasswordHash(String(repeating: "x", count: writer == 7 ? 500 : 10))
            do throws(AccountInsertionError) {
                try await repository.insert(.stub(id: .stub("person\(writer)"), passwordHash: passwordHash))
                return AccountInsertionError?.none
            } catch {
                return error
            }
        }
        #expect(failures.compactMap(\.self) == [.storage(.stub(.accounts, .full))])
        #expect(try await StoreOnSimulation.open(files).count() == Self.writers)
    }

    @Test func `D16 a failed synchronisation is an error for every writer that shares it`() async throws {
        let crowd = Crowd(of: Self.writers)
        let files = SimulatedFileSystem(hooks: crowd.hooks)
        let (repository, ledger) = (StoreOnSimulation.open(files), AccountLedger())
        await ledger.run(.insert(.stub()), in: repository)

        // The first writer makes the first synchronisation. The writers that arrive during it share the second.
        let synchronizations = Atomic(0)
        files.fail { _, call in
            guard call.operation == .synchronize else { return nil }
            return synchronizations.add(1, ordering: .relaxed).newValue == 2 ? .error(EIO) : nil
        }
        let results = await crowd.run { writer in
            await ledger.run(.insert(.stub(id: .stub("person\(writer)"))), in: repository)
        }
        let outcomes = results.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        let error = StorageError(store: .accounts, reason: .failed(code: EIO))
        #expect(Set(outcomes.keys) == [.made, .failed(error)])
        #expect(outcomes[.failed(error), default: 0] > Self.writers / 8)

        #expect(try await StoreOnSimulation.accounts(in: repository) == ledger.entry.page)
        files.fail(SimulatedFault.none)
        try await repository.reopen()
        ledger.dropDoubtfulChanges()
        #expect(try await StoreOnSimulation.accounts(in: repository) == ledger.entry.page)
        #expect(await StoreOnSimulation.violation(in: files.survivors(.dropAll), ledger.entry) == nil)
    }
}

/// A group of tasks whose synchronisations wait until all tasks have started to write.
private final class Crowd: Sendable {
    private struct State {
        var assembled: [CheckedContinuation<Void, Never>] = []
        var missing = 0
    }

    private let writers: Int
    private let state = Mutex(State())

    init(of writers: Int) {
        self.writers = writers
    }

    var hooks: SimulatedFileSystem.Hooks {
        SimulatedFileSystem.Hooks(onSynchronize: { _ in
            // This blocks one thread of the task pool while other threads start the tasks. The time limit stops the
            // wait if there is no other thread.
            let end = ContinuousClock.now + .seconds(5)
            while self.state.withLock({ $0.missing > 0 }), ContinuousClock.now < end { sched_yield() }
        })
    }

    /// Runs work in one task for each writer, all at once.
    func run<Value: Sendable>(_ work: @escaping @Sendable (_ writer: Int) async -> Value) async -> [Value] {
        state.withLock { $0.missing = writers }
        return await withTaskGroup { group in
            for writer in 0..<writers {
                group.addTask {
                    await self.assemble()
                    return await work(writer)
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// Waits for all other writers, so that all of them continue in immediate succession.
    private func assemble() async {
        await withCheckedContinuation { continuation in
            let all = state.withLock { state in
                state.assembled.append(continuation)
                guard state.assembled.count == writers else { return [CheckedContinuation<Void, Never>]() }
                defer { state.assembled = [] }
                return state.assembled
            }
            for writer in all { writer.resume() }
        }
        state.withLock { $0.missing -= 1 }
    }
}

/// Tests that the folder is locked during changes of the store file.
@Suite struct FolderLockTests {
    @Test func `F9 the folder is locked at every step of a change, also during a compaction`() async throws {
        // A slow disk, so that other operations overlap with each synchronisation. It blocks a thread of the task pool
        // for 3 ms each time.
        let hooks = SimulatedFileSystem.Hooks(onSynchronize: { call in
            let end = ContinuousClock.now + (call.name == "accounts.store" ? .milliseconds(3) : .zero)
            while ContinuousClock.now < end { sched_yield() }
        })
        let files = SimulatedFileSystem(hooks: hooks)
        let (ledger, repository) = (AccountLedger(), StoreOnSimulation.open(files, erasePolicy: .immediate))
        var workload = AccountWorkload(seed: 91)
        for _ in 0..<20 {
            await withTaskGroup { group in
                for change in workload.next(20) + [.compact, .compact, .compact] {
                    group.addTask { await ledger.run(change, in: repository) }
                }
            }
        }
        #expect(files.unlockedCalls == [])
    }
}
