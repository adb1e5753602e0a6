import AccountFlowTesting
import Domain
import Foundation
import Persistence
import StoreWriter
import Testing
import TestSupport

/// Tests of the store after its writers were killed.
@Suite struct KilledWriterTests {
    @Test func `D8 a killed writer leaves its acknowledged changes, and at most the one in progress`() async throws {
        let lanes = 4
        let violations = await Sweep.violations(in: lanes) { lane in
            do {
                return try await Self.violation(
                    rounds: Thoroughness.count(40, change: 200, soak: 10_000) / lanes,
                    lane: UInt64(lane)
                )
            } catch {
                return "\(error)"
            }
        }
        #expect(violations == [])
    }

    private static func violation(rounds: Int, lane: UInt64) async throws -> String? {
        let temporary = TemporaryFolder()
        let folder = temporary.stores
        var accounts: [AccountID: Account] = [:]
        var random = SeededGenerator(seed: lane)
        for round in 0..<rounds {
            let seed = random.next()
            let (wished, spins) = (Int.random(in: 0..<30, using: &random), Int.random(in: 0..<3000, using: &random))
            let acknowledged = try await onOwnThread {
                let writer = try WriterProcess(.change, in: folder.path, seed)
                let first = try writer.read(wished)
                for _ in 0..<spins { LocalFileSystem().pause(for: .zero) }
                return first + (try writer.kill())
            }
            var workload = AccountWorkload(seed: seed)
            for letter in acknowledged {
                let change = workload.next()
                guard let id = change.id, change.make(of: &accounts[id]) == (letter == UInt8(ascii: "m")) else {
                    return "\(change) was answered by \(letter); lane \(lane), round \(round)"
                }
            }
            // The change in progress may have been made.
            var next = accounts
            if let change = Optional(workload.next()), let id = change.id { change.make(of: &next[id]) }
            let found = try await StoreOnSimulation.accounts(in: FileAccountRepository(folder: folder))
            let known = Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0) })
            guard known == accounts || known == next else {
                return
                    "after \(acknowledged.count) acknowledgements the accounts differ; lane \(lane), round \(round)"
            }
            accounts = known
        }
        return nil
    }

    @Test func `D9 eight processes that increment one counter lose no increment`() async throws {
        let temporary = TemporaryFolder()
        let repository = FileAccountRepository(folder: temporary.stores)
        try await repository.insert(.stub(passwordHash: PasswordHash("0")))
        let (processes, count) = (8, Thoroughness.count(100, change: 1000, soak: 1000))
        let path = temporary.stores.path
        let isDone = try await onOwnThread {
            let writers = try (0..<processes).map { _ in try WriterProcess(.add, in: path, UInt64(count)) }
            return writers.map { $0.end() }
        }
        #expect(isDone == Array(repeating: true, count: processes))
        #expect(try await repository.find(.stub())?.passwordHash == PasswordHash("\(processes * count)"))
        let other = FileAccountRepository(folder: temporary.stores)
        #expect(try await other.find(.stub())?.passwordHash == PasswordHash("\(processes * count)"))
    }

    @Test func `D9 reads during the changes of another process succeed and never go back`() async throws {
        let temporary = TemporaryFolder()
        let count = Thoroughness.count(500, change: 5000, soak: 5000)
        try await FileAccountRepository(folder: temporary.stores).insert(.stub(passwordHash: PasswordHash("0")))
        let reader = FileAccountRepository(folder: temporary.stores)
        let writer = try WriterProcess(.add, in: temporary.stores.path, UInt64(count))
        var last = 0
        while last < count {
            let hash = try #require(try await reader.find(.stub())?.passwordHash)
            let number = try #require(Int(hash.revealed))
            guard number >= last else {
                Issue.record("\(number) after \(last)")
                break
            }
            last = number
        }
        #expect(try await onOwnThread { writer.end() })
    }

    @Test func `D9 the lock of a killed process is free after at most a hundred waits of 1 ms`() async throws {
        let temporary = TemporaryFolder()
        let folder = temporary.stores
        try await FileSessionRepository(folder: folder).save(.stub())
        let holder = try await onOwnThread {
            let holder = try WriterProcess(.hold, in: folder.path, 0)
            _ = try holder.read(1)
            return holder
        }
        let files = FaultyFileSystem(onPause: { count in
            if count == 3 { #expect(throws: Never.self) { try holder.kill() } }
            LocalFileSystem().pause(for: .milliseconds(1))
        })
        #expect(await StoreOperation.insert.run(in: folder.on(files)) == nil)
        #expect((3..<103).contains(files.pauseCount))
    }
}

/// Tests of a power cut after a process was killed and another one continued.
@Suite struct KilledThenCrashedTests {
    /// The operation of the killed process.
    enum Work: CaseIterable, Sendable {
        case first, later, compacting

        /// A change whose synchronisation fails, which the system does not report to other processes.
        case failing
    }

    @Test(arguments: Work.allCases, ["late", "killed"])
    func `D8 an acknowledged change is durable despite unsynchronised writes of a killed process`(
        _ work: Work,
        next name: String
    ) async throws {
        let before = SimulatedFileSystem()
        if work != .first { try await StoreOnSimulation.open(before).insert(.stub()) }
        let recorder = CrashRecorder {}
        let files = SimulatedFileSystem(disk: before.disk, hooks: recorder.hooks)
        let repository = StoreOnSimulation.open(files)
        switch work {
        case .first, .later: try await repository.insert(.stub(id: .stub("killed")))
        case .compacting: try await repository.compact()
        case .failing:
            files.fail(SimulatedFault.forever(from: 0, of: .synchronize, .error(EIO)))
            await #expect(throws: AccountInsertionError.self) {
                try await repository.insert(.stub(id: .stub("killed")))
            }
        }
        for (step, point) in recorder.points.enumerated() {
            // The system keeps running with all changes of the killed process.
            let killed = SimulatedFileSystem(disk: point.disk)
            let next = StoreOnSimulation.open(killed)
            do {
                try await next.insert(.stub(id: .stub(name)))
            } catch .idTaken {
                // The error acknowledges that the account exists.
            }
            let seen = try await StoreOnSimulation.accounts(in: next)
            let found = try await StoreOnSimulation.accounts(in: StoreOnSimulation.open(killed.survivors(.dropAll)))
            #expect(found == seen, "step \(step)")
        }
    }

    @Test(arguments: [false, true])
    func `D8 no change is acknowledged before the writes that it depends on are durable`(isOpen: Bool) async throws {
        let before = SimulatedFileSystem()
        try await StoreOnSimulation.open(before).insert(.stub())
        let recorder = CrashRecorder {}
        let files = SimulatedFileSystem(disk: before.disk, hooks: recorder.hooks)
        try await StoreOnSimulation.open(files).insert(.stub(id: .stub("killed")))
        for (step, point) in recorder.points.enumerated() {
            let killed = SimulatedFileSystem(disk: point.disk)
            let next = StoreOnSimulation.open(killed)
            killed.fail(SimulatedFault.forever(from: 0, of: .synchronize, .error(EIO)))
            // At some steps the change itself fails, and at others the synchronisation before it.
            try? await next.insert(.stub(id: .stub("late")))
            killed.fail(SimulatedFault.none)
            let last = isOpen ? next : StoreOnSimulation.open(killed)
            do {
                try await last.insert(.stub(id: .stub("killed")))
            } catch .idTaken {
                // The error acknowledges that the account exists.
            } catch .storage {
                // The failed insertion acknowledges nothing.
                continue
            }
            let found = try await StoreOnSimulation.open(killed.survivors(.dropAll)).find(.stub("killed"))
            #expect(found != nil, "step \(step)")
        }
    }
}
