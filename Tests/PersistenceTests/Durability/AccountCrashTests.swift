import AccountFlowTesting
import Domain
import Persistence
import StoreWriter
import Testing
import TestSupport

/// Tests of the account store after a crash at any system call.
@Suite struct AccountCrashTests {
    @Test(arguments: [ErasePolicy.deferred, .immediate])
    func `D4 a crash at any call loses no acknowledged change, and a pending change is atomic`(
        _ erasePolicy: ErasePolicy
    ) async throws {
        let seed: UInt64 = 41
        let ledger = AccountLedger()
        let recorder = CrashRecorder { ledger.entry }
        let repository = StoreOnSimulation.open(SimulatedFileSystem(hooks: recorder.hooks), erasePolicy: erasePolicy)
        for change in AccountWorkload.changes(200, compactions: 2, seed: seed) {
            #expect(await ledger.run(change, in: repository) != .refused || change.id != nil)
        }
        try await check(recorder.points, seed: seed)
    }

    @Test(arguments: [ErasePolicy.deferred, .immediate])
    func `D4 a crash loses no acknowledged change, and each simultaneous change is atomic`(
        _ erasePolicy: ErasePolicy
    ) async throws {
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

    /// Checks the results of crashes, with as many policies as the thoroughness allows.
    private func check(_ points: [CrashRecorder<AccountLedger.Entry>.Point], seed: UInt64) async throws {
        try #require(points.count > 100)
        let policies =
            CrashPolicy.certain + CrashPolicy.random(Thoroughness.count(32, change: 32, soak: 136), seed: seed)
        let all = points.count * policies.count
        let tried = min(all, Thoroughness.count(250, change: 26_000, soak: 200_000))
        #expect(tried >= Thoroughness.count(250, change: 25_000, soak: 100_000))
        let violations = await Sweep.violations(in: tried) { number in
            // A thorough run tries every state, and a quick run tries states at even distances.
            let (step, kind) = (number * all / tried).quotientAndRemainder(dividingBy: policies.count)
            let (point, policy) = (points[step], policies[kind])
            let files = SimulatedFileSystem(disk: point.disk.survivor(policy))
            var violation = await StoreOnSimulation.violation(in: files, point.knowledge)
            if violation == nil, number % 16 == 0 {
                violation = await Self.violationAfterWork(on: files, point.knowledge)
            }
            return violation.map { "\($0); seed \(seed), step \(step) of \(points.count), \(policy)" }
        }
        #expect(violations == [])
    }

    /// Makes changes to the store after a crash, and checks that they are durable.
    private static func violationAfterWork(
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
            return "the store cannot be changed: \(error)"
        }
    }
}

/// Tests of the JSON documents after a crash at any step of a write.
@Suite struct DocumentCrashTests {
    private static let folder = StorageDirectory(path: "/home/stores")

    /// The kinds of writes to the documents.
    enum Write: String, CaseIterable, Sendable {
        case save, remove, clear, record, removeAll, begin

        func run(on files: SimulatedFileSystem) async throws {
            let session = FileSessionRepository(folder: folder.on(files))
            let consents = FileConsentRepository(folder: folder.on(files))
            switch self {
            case .save: try await session.save(.stub(token: AccessToken("new")))
            // The last session, so this removes the document.
            case .remove: try await session.update { _ = $0.remove(Session.stub().id) }
            case .clear: try await session.clear()
            case .record: try await consents.record([.stub(document: .stub(version: 2))])
            case .removeAll: try await consents.removeAll(of: .stub())
            case .begin:
                let pendingOperations = FilePendingOperationRepository(folder: folder.on(files))
                _ = try await pendingOperations.begin(.stub(), forgettingBefore: .stub)
            }
        }
    }

    /// The contents of the documents, as the repositories read them.
    private struct Documents: Equatable {
        let session: StoredSessions
        let consents: [Consent]
        let pendingOperations: [PendingOperation]

        init(on files: SimulatedFileSystem) async throws {
            session = try await FileSessionRepository(folder: folder.on(files)).load()
            consents = try await FileConsentRepository(folder: folder.on(files)).all()
            pendingOperations = try await FilePendingOperationRepository(folder: folder.on(files)).pending()
        }
    }

    @Test(arguments: Write.allCases)
    func `D4 a crash at any step of a write leaves the old documents or the new ones`(_ write: Write) async throws {
        try await crashEverywhere(in: write, on: Self.seed())
    }

    @Test(arguments: [Write.save, .record, .begin])
    func `D4 a crash at any step of the first write leaves nothing or the document`(_ write: Write) async throws {
        try await crashEverywhere(in: write, on: SimulatedDisk())
    }

    @Test(arguments: Write.allCases)
    func `D8 a write is durable even if a killed process began the same write`(_ write: Write) async throws {
        var disks = [try await Self.seed()]
        // A save, a record or a begin may also be the first write.
        if [.save, .record, .begin].contains(write) { disks.append(SimulatedDisk()) }
        for disk in disks {
            let recorder = CrashRecorder {}
            let files = SimulatedFileSystem(disk: disk, hooks: recorder.hooks)
            try await write.run(on: files)
            let new = try await Documents(on: files)
            for (step, point) in recorder.points.enumerated() {
                // The system keeps running with all changes of the killed process, and loses power later.
                let killed = SimulatedFileSystem(disk: point.disk)
                try await write.run(on: killed)
                #expect(try await Documents(on: killed.survivors(.dropAll)) == new, "step \(step)")
            }
        }
    }

    /// Returns a disk with a session and a consent.
    private static func seed() async throws -> SimulatedDisk {
        let files = SimulatedFileSystem()
        try await FileSessionRepository(folder: folder.on(files)).save(.stub())
        try await FileConsentRepository(folder: folder.on(files)).record([.stub()])
        return files.survivors(.dropAll).disk
    }

    private func crashEverywhere(in write: Write, on disk: SimulatedDisk) async throws {
        let old = try await Documents(on: SimulatedFileSystem(disk: disk))
        let recorder = CrashRecorder {}
        let files = SimulatedFileSystem(disk: disk, hooks: recorder.hooks)
        try await write.run(on: files)
        let new = try await Documents(on: files)
        let policies = CrashPolicy.certain + CrashPolicy.random(Thoroughness.count(3, change: 32, soak: 200), seed: 4)

        for (step, point) in recorder.points.enumerated() {
            for policy in policies {
                let survivors = SimulatedFileSystem(disk: point.disk.survivor(policy))
                let found = try await Documents(on: survivors)
                #expect(found == old || found == new, "step \(step), \(policy)")
                try await write.run(on: survivors)
                let again = try await Documents(on: survivors.survivors(.dropAll))
                #expect(again == new, "step \(step), \(policy), and then written again")
            }
        }
        for policy in policies {
            #expect(try await Documents(on: files.survivors(policy)) == new, "after the write, \(policy)")
        }
        #expect(files.openCount == 0)
    }
}
