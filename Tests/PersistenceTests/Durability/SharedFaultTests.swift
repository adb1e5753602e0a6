import AccountFlowTesting
import Domain
import Foundation
import Persistence
import StoreWriter
import Testing
import TestSupport

/// Tests of a store file that several repositories share, when system calls fail.
@Suite struct SharedFaultTests {
    @Test(arguments: [false, true])
    func `D6 a store that reopens after a failure has the changes that another store made since`(isLate: Bool)
        async throws
    {
        let clean = SimulatedFileSystem()
        _ = await Self.work(on: clean, isLate: isLate)
        let faults = FaultyCall.all(of: clean.calls).filter { $0.reason != nil && !$0.isLasting }
        let tried = min(faults.count, Thoroughness.count(80, change: .max, soak: .max))
        let violations = await Sweep.violations(in: tried) { number in
            let (files, fault) = (SimulatedFileSystem(), faults[number * faults.count / tried])
            files.fail(fault.plan)
            return await Self.violation(on: files, isLate: isLate).map { "\($0); \(fault)" }
        }
        #expect(violations == [])
    }

    @Test func `D6 a failed change is not read by a store that was opened before the failure`() async throws {
        let before = SimulatedFileSystem()
        try await StoreOnSimulation.open(before).insert(.stub())
        let synchronization = HeldSynchronization()
        let files = SimulatedFileSystem(disk: before.disk, hooks: synchronization.hooks)
        // The first write runs on a queue, and blocks no task.
        let insertion = Task { try await StoreOnSimulation.open(files).insert(.stub(id: .stub("failed"))) }
        await synchronization.arrival()
        let other = StoreOnSimulation.open(files)
        _ = try await other.count()
        files.fail { _, call in call.operation == .synchronize ? .error(EIO) : nil }
        synchronization.release()
        await #expect(throws: AccountInsertionError.self) { try await insertion.value }
        files.fail(SimulatedFault.none)

        #expect(try await StoreOnSimulation.accounts(in: other).map(\.id) == [.stub()])
        try await other.insert(.stub(id: .stub("failed")))
        #expect(try await StoreOnSimulation.open(files).count() == 2)
    }

    @Test func `D6 a store that reopens during a failing change neither reads nor stores the change`() async throws {
        let before = SimulatedFileSystem()
        try await StoreOnSimulation.open(before).insert(.stub())
        let synchronization = HeldSynchronization { $0.name == "accounts.store" }
        let files = SimulatedFileSystem(disk: before.disk, hooks: synchronization.hooks)
        let late = StoreOnSimulation.open(files)
        try await late.compact()
        try await StoreOnSimulation.open(files).compact()
        // The first write runs on a queue, and blocks no task.
        let insertion = Task { try await StoreOnSimulation.open(files).insert(.stub(id: .stub("failed"))) }
        await synchronization.arrival()
        #expect(try await StoreOnSimulation.accounts(in: late).map(\.id) == [.stub()])
        files.fail { _, call in call.operation == .synchronize ? .error(EIO) : nil }
        synchronization.release()
        await #expect(throws: AccountInsertionError.self) { try await insertion.value }
        files.fail(SimulatedFault.none)

        try await late.compact()
        #expect(try await StoreOnSimulation.accounts(in: StoreOnSimulation.open(files)).map(\.id) == [.stub()])
    }

    @Test func `a reader that failed to map the commit pointer maps it at the next read`() async throws {
        let files = SimulatedFileSystem()
        try await StoreOnSimulation.open(files).insert(.stub())
        files.fail { _, call in call.name == ".lock" ? .error(EMFILE) : nil }
        let reader = StoreOnSimulation.open(files)
        #expect(try await reader.count() == 1)

        files.fail(SimulatedFault.none)
        #expect(try await reader.count() == 1)
        let calls = files.calls
        // With the pointer, reading makes no system call until the next write.
        #expect(try await reader.count() == 1)
        #expect(files.calls == calls)
    }

    @Test func `D6 after a failed read of another store's changes, the next change reads them again`() async throws {
        let files = SimulatedFileSystem()
        let (one, other) = (StoreOnSimulation.open(files), StoreOnSimulation.open(files))
        for (repository, name) in [(one, "one"), (other, "two"), (one, "three"), (other, "four")] {
            try await repository.insert(.stub(id: .stub(name)))
        }
        files.fail { _, call in call.operation == .read ? .error(EIO) : nil }
        await #expect(throws: AccountInsertionError.storage(.stub(.accounts, .failed(code: EIO)))) {
            try await one.insert(.stub(id: .stub("five")))
        }
        files.fail(SimulatedFault.none)
        try await one.insert(.stub(id: .stub("five")))
        #expect(try await other.count() == 5)
    }

    @Test(arguments: [false, true])
    func `D6 a failed store continues without reopening in the file that another store compacted`(isCompacting: Bool)
        async throws
    {
        let files = SimulatedFileSystem()
        let (one, other) = (StoreOnSimulation.open(files), StoreOnSimulation.open(files))
        for (repository, name) in [(one, "one"), (other, "two")] {
            try await repository.insert(.stub(id: .stub(name)))
        }
        files.fail { _, call in
            // A compaction fails when it synchronises the new name.
            guard call.operation == .synchronize, call.name != ".accounts.store.tmp" else { return nil }
            return .error(EIO)
        }
        if isCompacting {
            await #expect(throws: StorageError.self) { try await one.compact() }
        } else {
            await #expect(throws: AccountInsertionError.self) { try await one.insert(.stub(id: .stub("failed"))) }
        }
        files.fail(SimulatedFault.none)
        #expect(try await one.count() == 2)
        await #expect(throws: AccountInsertionError.self) { try await one.insert(.stub(id: .stub("refused"))) }

        try await other.insert(.stub(id: .stub("three")))
        #expect(try await one.count() == 3)
        try await one.insert(.stub(id: .stub("four")))
        #expect(try await other.count() == 4)
    }

    private struct Work {
        let ledger = AccountLedger()
        let one: FileAccountRepository
        var other: FileAccountRepository
    }

    /// Writes through two repositories.
    ///
    /// If `isLate`, the second one is opened again after the first one has compacted the store.
    private static func work(on files: SimulatedFileSystem, isLate: Bool) async -> Work {
        var work = Work(one: StoreOnSimulation.open(files), other: StoreOnSimulation.open(files))
        for number in 0..<4 {
            await work.ledger.run(.insert(.stub(id: .stub("one\(number)"))), in: work.one)
            await work.ledger.run(.insert(.stub(id: .stub("other\(number)"))), in: work.other)
        }
        await work.ledger.run(.compact, in: work.one)
        if isLate { work.other = StoreOnSimulation.open(files) }
        await work.ledger.run(.update(.stub("one1"), PasswordHash("changed by the other")), in: work.other)
        return work
    }

    /// Writes through both repositories, reopens them and returns the first violation.
    private static func violation(on files: SimulatedFileSystem, isLate: Bool) async -> String? {
        let work = await work(on: files, isLate: isLate)
        let (one, other, ledger) = (work.one, work.other, work.ledger)
        if let violation = await StoreOnSimulation.violation(in: files.survivors(.dropAll), ledger.entry) {
            return "a crash before reopening: " + violation
        }
        files.fail(SimulatedFault.none)
        do throws(StorageError) {
            for (name, repository) in [("the one", one), ("the other", other)] {
                try await repository.reopen()
                let found = try await StoreOnSimulation.accounts(in: repository)
                if let violation = ledger.entry.violation(in: found) { return "\(name), reopened: " + violation }
            }
            for (name, repository) in [("the one", one), ("the other", other)] {
                guard await ledger.run(.insert(.stub(id: .stub("later by \(name)"))), in: repository) == .made else {
                    return "\(name) cannot write after reopening"
                }
            }
            for (name, repository) in [("the one", one), ("the other", other)] {
                let found = try await StoreOnSimulation.accounts(in: repository)
                if let violation = ledger.entry.violation(in: found) { return "\(name), at the end: " + violation }
            }
        } catch {
            return "\(error)"
        }
        return await StoreOnSimulation.violation(in: files.survivors(.dropAll), ledger.entry)
            .map { "a crash at the end: " + $0 }
    }
}
