import AccountFlowTesting
import Domain
import Persistence
import StoreWriter
import TestSupport
import Testing

/// What becomes of a store when something goes wrong while it recovers from a crash.
@Suite struct RecoveryFaultTests {
    @Test("D7 a fault or a second crash during recovery loses nothing that was acknowledged")
    func faultDuringRecovery() async throws {
        let seed: UInt64 = 71
        let ledger = AccountLedger()
        let recorder = CrashRecorder { ledger.entry }
        let repository = StoreOnSimulation.open(SimulatedFileSystem(hooks: recorder.hooks))
        for change in AccountWorkload.changes(60, compactions: 2, seed: seed, accounts: 12) {
            await ledger.run(change, in: repository)
        }
        let points = recorder.points
        try #require(points.count > 50)
        let violations = await Trials.violations(in: Thoroughness.count(120, change: 20_000, soak: 100_000)) { number in
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

    /// Reads and writes.
    private static func recover(_ files: SimulatedFileSystem, _ ledger: AccountLedger) async -> String? {
        let repository = StoreOnSimulation.open(files)
        // What cannot be read makes no claim.
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
