import Dispatch
import Domain
import Foundation
import Persistence

/// The time and memory of a store of accounts, compared with floors of the disk and the memory.
struct StoreScenario {
    let table: Table

    /// The argument of a process that prints its peak memory.
    static let memoryArgument = "store-memory"

    func run() async throws {
        let disk = try BenchmarkDisk()
        defer { disk.remove() }
        print("  folder \(disk.path)")
        try await writes(disk)
        try await reads(disk)
        for count in [1_000, 100_000, 1_000_000] { try await opening(disk, count) }
    }

    // MARK: Writing

    private func writes(_ disk: BenchmarkDisk) async throws {
        table.section("durable insertions, medians of 5")
        var rates = Rounds<String, Double>()
        let appending = "floor: append + fdatasync"
        let zeros = "floor: written zeros + fdatasync"
        let together = "floor: 64 records to a sync, zeros"
        let groupCommit = "floor: 64 tasks, bare group commit"
        let (one, many) = ("one writer", "64 tasks")
        // The first round is a warm-up and is not recorded.
        for _ in 0...5 {
            rates.add(appending, try disk.appendRate(1_500, zeros: false))
            rates.add(zeros, try disk.appendRate(1_500, zeros: true))
            rates.add(together, try disk.appendRate(1_000, records: 64, zeros: true))
            let bare = try BareGroupCommit(path: disk.floorPath, bytes: 64 * 1_000 * 140)
            let record = [UInt8](repeating: 0x61, count: 140)
            rates.add(groupCommit, await perSecond(tasks: 64, each: 1_000) { _ in await bare.append(record) })
            let folder = disk.folder()
            try await FileAccountRepository(folder: folder).fill(100_000, from: 10_000_000)
            let repository = FileAccountRepository(folder: folder)
            rates.add(one, try await perSecond(1_500) { try await repository.insert(.numbered($0)) })
            rates.add(
                many,
                try await perSecond(tasks: 64, each: 1_000) { try await repository.insert(.numbered(1_000_000 + $0)) }
            )
        }
        for name in [appending, zeros, together, groupCommit, one, many] {
            table.samples(name, rates[name], "per second")
        }
        func ratios(_ name: String, to floor: String) -> [Double] { rates.ratios(of: name, to: floor, \.self) }
        // SQLite in WAL mode with synchronous=FULL is about as fast as the floor that appends.
        table.goal("one writer, to appending and synchronising", ratios(one, to: appending), atLeast: 1.3)
        table.goal("64 tasks, to appending and synchronising", ratios(many, to: appending), atLeast: 30)
        table.samples("64 tasks, to a bare group commit", ratios(many, to: groupCommit), "×")
        table.samples("a bare group commit, to appending", ratios(groupCommit, to: appending), "×")
    }

    // MARK: Reading

    private func reads(_ disk: BenchmarkDisk) async throws {
        table.section("reading, 100,000 accounts, scattered")
        let count = 100_000
        let folder = disk.folder()
        try await FileAccountRepository(folder: folder).fill(count)
        let repository: any AccountRepository = FileAccountRepository(folder: folder)
        let ids = (0..<count).map { AccountID.numbered($0 &* 7_919 % count) }
        let absent = (0..<count).map { AccountID.numbered(count + $0) }
        var dictionary: [AccountID: Account] = [:]
        for number in 0..<count { dictionary[AccountID.numbered(number)] = Account.numbered(number) }
        let known = dictionary
        var times = Rounds<String, Double>()
        // The dictionary is called asynchronously too, so that only the look-up differs.
        func time(_ name: String, _ work: (Int) async throws -> Void) async rethrows {
            let elapsed = try await ContinuousClock().measure { for number in 0..<count { try await work(number) } }
            times.add(name, elapsed.seconds * 1e9 / Double(count))
        }
        // The first round is a warm-up and is not recorded.
        for _ in 0...7 {
            try await time("find") { blackHole(try await repository.find(ids[$0])) }
            await time("floor: Dictionary, find") { blackHole(known[ids[$0]]) }
            try await time("contains") { blackHole(try await repository.contains(ids[$0])) }
            await time("floor: Dictionary, contains") { blackHole(known[ids[$0]] != nil) }
            try await time("contains, absent") { blackHole(try await repository.contains(absent[$0])) }
            await time("floor: Dictionary, contains, absent") { blackHole(known[absent[$0]] != nil) }
        }
        for name in ["find", "contains", "contains, absent"] {
            let floor = "floor: Dictionary, \(name)"
            table.samples(name, times[name], "ns")
            table.samples(floor, times[floor], "ns", beside: times[name])
        }
    }

    // MARK: Opening

    private func opening(_ disk: BenchmarkDisk, _ count: Int) async throws {
        let folder = disk.folder()
        try await FileAccountRepository(folder: folder).fill(count)
        let path = folder.path + "/accounts.store"
        table.section("\(count) accounts")
        table.note("an account in the file", Double(disk.size(of: path) / count), "bytes")
        let (ours, floor) = ("open + first find", "floor: open + three pages read")
        for state in ["warm", "cold"] {
            var times = Rounds<String, Double>()
            func time(_ name: String, _ work: () async throws -> Void) async throws {
                if state == "cold" { disk.evict(path) }
                times.add(name, try await ContinuousClock().measure(work).seconds * 1e3)
            }
            // The first round is a warm-up and is not recorded.
            for _ in 0...9 {
                try await time(ours) {
                    let found = try await FileAccountRepository(folder: folder).find(AccountID.numbered(count / 2))
                    guard found != nil else { throw CocoaError(.fileReadCorruptFile) }
                }
                try await time(floor) { try disk.readThreePages(path) }
            }
            table.samples("\(ours), \(state)", times[ours], "ms")
            table.samples("\(floor), \(state)", times[floor], "ms", beside: times[ours])
        }
        var growth: [Double] = []
        // The first process is a warm-up and is not recorded.
        for _ in 0...5 {
            guard let nothing = try FreshProcess.number([Self.memoryArgument]),
                let lookups = try FreshProcess.number([Self.memoryArgument, folder.path, String(count)])
            else { return }
            growth.append((lookups - nothing) / 1_024)
        }
        table.goal(
            "memory of 1,000 finds among \(count), above nothing",
            Array(growth.dropFirst()),
            atMost: 24,
            unit: "MiB"
        )
    }

    /// Opens a store, finds a thousand accounts and prints the peak memory, in a new process.
    static func memory(_ arguments: [String]) async throws {
        if arguments.count == 2, let count = Int(arguments[1]) {
            let repository = FileAccountRepository(folder: StorageDirectory(path: arguments[0]))
            for number in 0..<1_000 {
                blackHole(try await repository.find(AccountID.numbered(number &* 7_919 % count)))
            }
        }
        print(BenchmarkDisk.mostMemory)
    }
}
