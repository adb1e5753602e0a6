import Domain
import Persistence
import StoreWriter
import TestSupport
import Testing

/// What the account store is after a crash at any call to the system.
@Suite struct AccountCrashTests {
    @Test(
        "D4 a crash at any call leaves all that was acknowledged, and of the change under way all or nothing",
        arguments: [ErasePolicy.deferred, .immediate]
    )
    func crashAtAnyCall(_ erasePolicy: ErasePolicy) async throws {
        let seed: UInt64 = 41
        let ledger = AccountLedger()
        let recorder = CrashRecorder { ledger.entry }
        let repository = StoreOnSimulation.open(SimulatedFileSystem(hooks: recorder.hooks), erasePolicy: erasePolicy)
        for change in AccountWorkload.changes(200, compactions: 2, seed: seed) {
            #expect(await ledger.run(change, in: repository) != .refused || change.id != nil)
        }
        try await check(recorder.points, seed: seed)
    }

    @Test(
        "D4 a crash leaves each of many simultaneous changes made or not, and all that were acknowledged",
        arguments: [ErasePolicy.deferred, .immediate]
    )
    func crashWithManyUnderWay(_ erasePolicy: ErasePolicy) async throws {
        let seed: UInt64 = 42
        let ledger = AccountLedger()
        let recorder = CrashRecorder { ledger.entry }
        let repository = StoreOnSimulation.open(SimulatedFileSystem(hooks: recorder.hooks), erasePolicy: erasePolicy)
        var workload = AccountWorkload(seed: seed)
        for _ in 0..<25 {
            await withTaskGroup { group in
                for change in workload.next(7) + [.compact] {
                    group.addTask { await ledger.run(change, in: repository) }
                }
            }
        }
        try await check(recorder.points, seed: seed)
    }

    /// Tries what crashes leave, under as many policies as there is time for.
    private func check(_ points: [CrashRecorder<AccountLedger.Entry>.Point], seed: UInt64) async throws {
        try #require(points.count > 100)
        let policies =
            CrashPolicy.certain + CrashPolicy.random(Thoroughness.count(32, change: 32, soak: 136), seed: seed)
        let all = points.count * policies.count
        let tried = min(all, Thoroughness.count(250, change: 26_000, soak: 200_000))
        #expect(tried >= Thoroughness.count(250, change: 25_000, soak: 100_000))
        let violations = await Trials.violations(in: tried) { number in
            // Every state where there is time, and else some from all over the work.
            let (step, kind) = (number * all / tried).quotientAndRemainder(dividingBy: policies.count)
            let (point, policy) = (points[step], policies[kind])
            let files = SimulatedFileSystem(disk: point.disk.survivor(policy))
            var violation = await StoreOnSimulation.violation(in: files, point.knowledge)
            if violation == nil, number % 16 == 0 {
                violation = await Self.complaintAboutWork(on: files, point.knowledge)
            }
            return violation.map { "\($0); seed \(seed), step \(step) of \(points.count), \(policy)" }
        }
        #expect(violations == [])
    }

    /// Goes on working with what a crash has left, which must be as durable as ever.
    private static func complaintAboutWork(
        on files: SimulatedFileSystem,
        _ entry: AccountLedger.Entry
    ) async -> String? {
        do throws(StorageError) {
            let repository = StoreOnSimulation.open(files)
            let ledger = AccountLedger()
            ledger.adopt(try await StoreOnSimulation.accounts(in: repository))
            for change in AccountWorkload.changes(6, compactions: 1, seed: 7) {
                if case .failed(let error) = await ledger.run(change, in: repository) { throw error }
            }
            return await StoreOnSimulation.violation(in: files.survivors(.dropAll), ledger.entry)
        } catch {
            return "it cannot be worked with: \(error)"
        }
    }
}
