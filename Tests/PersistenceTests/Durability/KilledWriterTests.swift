import AccountFlowTesting
import Domain
import Persistence
import StoreWriter
import TestSupport
import Testing

/// What is in the store after processes that wrote to it were killed.
@Suite struct KilledWriterTests {
    @Test("D8 a writer that is killed at any time has lost nothing that it was told, and left nothing else")
    func killedWriters() async throws {
        let lanes = 4
        let violations = await Trials.violations(in: lanes) { lane in
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
            // The one under way may have been made.
            var next = accounts
            if let change = Optional(workload.next()), let id = change.id { change.make(of: &next[id]) }
            let found = try await StoreOnSimulation.accounts(in: FileAccountRepository(folder: folder))
            let known = Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0) })
            guard known == accounts || known == next else {
                return
                    "after \(acknowledged.count) acknowledgements something else is there; lane \(lane), round \(round)"
            }
            accounts = known
        }
        return nil
    }

    @Test("D9 what eight processes count together is not less than what they counted each")
    func processesCount() async throws {
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

    @Test("D9 a lock whose holder is killed is free within a hundred waits of a millisecond")
    func killedHolder() async throws {
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
        #expect(await StoreOperation.insert.run(in: folder, files) == nil)
        #expect((3..<103).contains(files.pauseCount))
    }
}
