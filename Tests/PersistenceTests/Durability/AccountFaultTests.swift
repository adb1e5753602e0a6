import AccountFlowTesting
import Domain
import Foundation
import Persistence
import StoreWriter
import Testing
import TestSupport

/// Tests of the account store when system calls fail.
@Suite struct AccountFaultTests {
    private static let changes = AccountWorkload.changes(24, compactions: 2, seed: 51, accounts: 6)

    @Test
    func `D5 for every failing call, the errors match, and the store has all acknowledged changes`() async throws {
        let faults = FaultyCall.all(of: await cleanCalls())
        let tried = min(faults.count, Thoroughness.count(120, change: .max, soak: .max))
        let violations = await Sweep.violations(in: tried) { number in
            let fault = faults[number * faults.count / tried]
            return await Self.violation(in: fault).map { "\($0); \(fault)" }
        }
        #expect(violations == [])
    }

    @Test
    func `D6 a second synchronisation does not acknowledge a change that the first failed to write`() async throws {
        let faults = await cleanCalls().enumerated().filter { $0.element.operation == .synchronize }.map {
            FaultyCall(number: $0.offset, call: $0.element, fault: .error(EIO), isLasting: false)
        }
        try #require(faults.count >= 20)
        let violations = await Sweep.violations(in: faults.count) { number in
            await Self.violation(in: faults[number], looksEveryTime: true).map { "\($0); \(faults[number])" }
        }
        #expect(violations == [])
    }

    @Test
    func `D6 after a failed synchronisation every change throws its error until the store reopens`() async throws {
        let (files, ledger) = (SimulatedFileSystem(), AccountLedger())
        let repository = StoreOnSimulation.open(files)
        await ledger.run(.insert(.stub()), in: repository)
        files.fail { _, call in call.operation == .synchronize ? .error(EIO) : nil }
        await ledger.run(.insert(.stub(id: .stub("failed"))), in: repository)
        files.fail(SimulatedFault.none)

        let error = StorageError(store: .accounts, reason: .failed(code: EIO))
        for change: AccountChange in [
            .insert(.stub(id: .stub("next"))), .update(.stub(), PasswordHash("next")), .compact,
        ] {
            #expect(await ledger.run(change, in: repository) == .failed(error))
        }
        #expect(try await StoreOnSimulation.accounts(in: repository) == [.stub()])
        try await repository.reopen()
        #expect(await ledger.run(.insert(.stub(id: .stub("next"))), in: repository) == .made)
    }

    private func cleanCalls() async -> [SimulatedCall] {
        let (files, ledger) = (SimulatedFileSystem(), AccountLedger())
        let repository = StoreOnSimulation.open(files)
        for change in Self.changes { await ledger.run(change, in: repository) }
        return files.calls
    }

    /// Makes changes with a fault and returns the first violation.
    ///
    /// If `looksEveryTime`, it checks the result of a crash after every change.
    private static func violation(in fault: FaultyCall, looksEveryTime: Bool = false) async -> String? {
        let (files, ledger) = (SimulatedFileSystem(), AccountLedger())
        let repository = StoreOnSimulation.open(files)
        files.fail(fault.plan)
        var failureCount = 0
        for change in changes {
            let outcome = await ledger.run(change, in: repository)
            if case .failed(let error) = outcome {
                failureCount += 1
                // A write that fails once, such as on a full disk, does not fail later changes.
                guard failureCount == 1 || fault.isLasting || fault.call.operation != .write else {
                    return "\(change) failed too"
                }
                guard error == fault.reason.map({ StorageError(store: .accounts, reason: $0) }) else {
                    return "\(change) was \(outcome)"
                }
                // If reading fails as well, the store throws an error.
                let found = try? await StoreOnSimulation.accounts(in: repository)
                guard found == nil || found == ledger.entry.page else {
                    return "after \(change) failed, what is read is not what was acknowledged"
                }
            }
            guard looksEveryTime else { continue }
            if let violation = await StoreOnSimulation.violation(in: files.survivors(.dropAll), ledger.entry) {
                return "a crash after \(change): " + violation
            }
        }
        for policy in [CrashPolicy.dropAll, .keepAll] {
            if let violation = await StoreOnSimulation.violation(in: files.survivors(policy), ledger.entry) {
                return "a crash, \(policy): " + violation
            }
        }
        return await violationAfterReopening(of: repository, on: files, ledger)
    }

    /// Removes the fault, reopens the store and returns the first violation.
    private static func violationAfterReopening(
        of repository: FileAccountRepository,
        on files: SimulatedFileSystem,
        _ ledger: AccountLedger
    ) async -> String? {
        files.fail(SimulatedFault.none)
        do throws(StorageError) {
            try await repository.reopen()
            guard try await StoreOnSimulation.accounts(in: repository) == ledger.entry.page else {
                return "what is read after reopening is not what was acknowledged"
            }
        } catch {
            return "it does not reopen: \(error)"
        }
        ledger.dropDoubtfulChanges()
        guard await ledger.run(.insert(.stub(id: .stub("later"))), in: repository) == .made else {
            return "nothing can be written after reopening"
        }
        return await StoreOnSimulation.violation(in: files.survivors(.dropAll), ledger.entry)
            .map { "a crash after reopening: " + $0 }
    }
}

/// Tests of faults and crashes during the recovery from a crash.
@Suite struct RecoveryFaultTests {
    @Test func `D7 a fault or a second crash during recovery loses no acknowledged change`() async throws {
        let seed: UInt64 = 71
        let ledger = AccountLedger()
        let recorder = CrashRecorder { ledger.entry }
        let repository = StoreOnSimulation.open(SimulatedFileSystem(hooks: recorder.hooks))
        for change in AccountWorkload.changes(60, compactions: 2, seed: seed, accounts: 12) {
            await ledger.run(change, in: repository)
        }
        let points = recorder.points
        try #require(points.count > 50)
        let violations = await Sweep.violations(in: Thoroughness.count(120, change: 20_000, soak: 100_000)) { number in
            var random = SeededGenerator(seed: seed &+ UInt64(number))
            let violation = await Self.violation(in: points, using: &random)
            return violation.map { "\($0); seed \(seed), pair \(number)" }
        }
        #expect(violations == [])
    }

    private static func violation(
        in points: [CrashRecorder<AccountLedger.Entry>.Point],
        using random: inout SeededGenerator
    ) async -> String? {
        let point = points[Int.random(in: points.indices, using: &random)]
        let policy = anyPolicy(using: &random)
        let disk = point.disk.survivor(policy)

        let clean = SimulatedFileSystem(disk: disk)
        _ = await recover(clean, AccountLedger(point.knowledge))
        let number = Int.random(in: clean.calls.indices, using: &random)
        let call = clean.calls[number]

        let (files, ledger) = (SimulatedFileSystem(disk: disk), AccountLedger(point.knowledge))
        let trouble: String
        if Int.random(in: 0..<4, using: &random) == 0 {
            files.crash(at: number)
            trouble = "a crash at call \(number), \(call)"
        } else {
            let faults = FaultyCall.all(of: [call])
            let kind = faults[Int.random(in: faults.indices, using: &random)]
            let fault = FaultyCall(number: number, call: call, fault: kind.fault, isLasting: kind.isLasting)
            files.fail(fault.plan)
            trouble = "\(fault)"
        }
        var violation = await recover(files, ledger)
        files.fail(SimulatedFault.none)
        let second = anyPolicy(using: &random)
        if violation == nil {
            violation = await StoreOnSimulation.violation(in: files.survivors(second), ledger.entry)
        }
        return violation.map { "\($0); \(policy); \(trouble); \(second)" }
    }

    /// Opens the store after a crash, reads and writes, and returns the first violation.
    private static func recover(_ files: SimulatedFileSystem, _ ledger: AccountLedger) async -> String? {
        let repository = StoreOnSimulation.open(files)
        // A store that cannot be read has returned no wrong accounts.
        if let found = try? await StoreOnSimulation.accounts(in: repository) {
            if let violation = ledger.entry.violation(in: found) { return violation }
        }
        await ledger.run(.insert(.stub(id: .stub("later"))), in: repository)
        await ledger.run(.compact, in: repository)
        return nil
    }

    private static func anyPolicy(using random: inout SeededGenerator) -> CrashPolicy {
        let policies = CrashPolicy.certain + CrashPolicy.random(1, seed: random.next())
        return policies[Int.random(in: policies.indices, using: &random)]
    }
}
