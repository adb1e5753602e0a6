import Dispatch
import Domain
import Foundation
import Persistence

/// What a store of accounts costs, beside the least that the medium and the memory ask for it.
struct StoreScenario {
    private var table = Table()

    static func run() async throws -> Table {
        var scenario = StoreScenario()
        try await scenario.run()
        return scenario.table
    }

    private mutating func run() async throws {
        let medium = try Medium()
        defer { medium.remove() }
        print("  folder \(medium.path)")
        try await writes(medium)
        try await reads(medium)
        for count in [1_000, 100_000, 1_000_000] { try await opening(medium, count) }
    }

    // MARK: Writing

    private mutating func writes(_ medium: Medium) async throws {
        table.section("durable insertions, medians of 5")
        var rates: [String: [Double]] = [:]
        // The first round does not count.
        for _ in 0...5 {
            rates["floor: append + fdatasync", default: []].append(try medium.appendRate(1_500, zeros: false))
            rates["floor: written zeros + fdatasync", default: []].append(try medium.appendRate(1_500, zeros: true))
            rates["floor: 64 records to a sync, zeros", default: []].append(
                try medium.appendRate(1_000, records: 64, zeros: true)
            )
            let (bare, record) = (
                try medium.groupCommit(octets: 64 * 1_000 * 140), [UInt8](repeating: 0x61, count: 140)
            )
            rates["floor: 64 tasks, bare group commit", default: []].append(
                try await Self.perSecond(64 * 1_000) {
                    try await Self.inTasks { _, _ in await bare.append(record) }
                }
            )
            let folder = medium.folder()
            try await FileAccountRepository(folder: folder).fill(100_000, from: 10_000_000)
            let repository = FileAccountRepository(folder: folder)
            rates["one writer", default: []].append(
                try await Self.perSecond(1_500) {
                    for number in 0..<1_500 { try await repository.insert(Account.numbered(number)) }
                }
            )
            rates["64 tasks", default: []].append(
                try await Self.perSecond(64 * 1_000) {
                    try await Self.inTasks { task, number in
                        try await repository.insert(Account.numbered(1_000_000 + task * 1_000 + number))
                    }
                }
            )
        }
        rates = rates.mapValues { Array($0.dropFirst()) }
        for (name, values) in rates.sorted(by: { $0.key < $1.key }) { table.samples(name, values, "per second") }
        func median(_ name: String) -> Double { rates[name, default: [.nan]].sorted()[2] }
        // SQLite in WAL mode with synchronous=FULL does about what the growing floor does.
        let floor = median("floor: append + fdatasync")
        table.goal("one writer, to appending and synchronising", median("one writer") / floor, atLeast: 1.3)
        table.goal("64 tasks, to appending and synchronising", median("64 tasks") / floor, atLeast: 30)
        let bare = median("floor: 64 tasks, bare group commit")
        print(
            String(
                format: "  64 tasks, to a bare group commit: %.2f (that to appending: %.1f)",
                median("64 tasks") / bare,
                bare / floor
            )
        )
    }

    /// Does something a thousand times in each of 64 tasks.
    private static func inTasks(_ work: @escaping @Sendable (_ task: Int, _ number: Int) async throws -> Void)
        async throws
    {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<64 {
                group.addTask { for number in 0..<1_000 { try await work(task, number) } }
            }
            try await group.waitForAll()
        }
    }

    private static func perSecond(_ count: Int, _ work: () async throws -> Void) async rethrows -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        try await work()
        return Double(count) / (clock.now - start).seconds
    }

    // MARK: Reading

    private mutating func reads(_ medium: Medium) async throws {
        table.section("reading, 100,000 accounts, scattered")
        let count = 100_000
        let folder = medium.folder()
        try await FileAccountRepository(folder: folder).fill(count)
        let repository: any AccountRepository = FileAccountRepository(folder: folder)
        let ids = (0..<count).map { AccountID.numbered($0 &* 7_919 % count) }
        let absent = (0..<count).map { AccountID.numbered(count + $0) }
        var dictionary: [AccountID: Account] = [:]
        for number in 0..<count { dictionary[AccountID.numbered(number)] = Account.numbered(number) }
        let known = dictionary
        try await time("find", count) { blackHole(try await repository.find(ids[$0])) }
        try await time("contains", count) { blackHole(try await repository.contains(ids[$0])) }
        try await time("contains, absent", count) { blackHole(try await repository.contains(absent[$0])) }
        await time("floor: Dictionary, find", count) { blackHole(known[ids[$0]]) }
        await time("floor: Dictionary, absent", count) { blackHole(known[absent[$0]] != nil) }
    }

    private mutating func time(_ name: String, _ count: Int, _ work: (Int) async throws -> Void) async rethrows {
        var samples: [Double] = []
        let clock = ContinuousClock()
        for _ in 0...7 {
            let start = clock.now
            for number in 0..<count { try await work(number) }
            samples.append((clock.now - start).seconds * 1e9 / Double(count))
        }
        table.samples(name, Array(samples.dropFirst()), "ns")
    }

    // MARK: Opening

    private mutating func opening(_ medium: Medium, _ count: Int) async throws {
        let folder = medium.folder()
        try await FileAccountRepository(folder: folder).fill(count)
        let path = folder.path + "/accounts.store"
        table.section("\(count) accounts")
        table.note("an account in the file", Double(medium.size(of: path) / count), "octets")
        for isCold in [false, true] {
            var samples: [Double] = []
            let clock = ContinuousClock()
            for _ in 0...9 {
                if isCold { medium.evict(path) }
                let start = clock.now
                let found = try await FileAccountRepository(folder: folder).find(AccountID.numbered(count / 2))
                samples.append((clock.now - start).seconds * 1e3)
                guard found != nil else { throw CocoaError(.fileReadCorruptFile) }
            }
            table.samples("open + first find, \(isCold ? "cold" : "warm")", Array(samples.dropFirst()), "ms")
        }
        guard let lookups = try medium.memory(["store-memory", folder.path, String(count)]),
            let nothing = try medium.memory(["store-memory"])
        else { return }
        table.goal(
            "memory of 1,000 finds among \(count), above nothing",
            Double(lookups - nothing) / 1_024,
            atMost: 24,
            unit: "MiB"
        )
    }

    /// Opens a store and finds a thousand accounts, for a process of its own.
    static func memory(_ arguments: [String]) async throws {
        if arguments.count == 2, let count = Int(arguments[1]) {
            let repository = FileAccountRepository(folder: StoreFolder(path: arguments[0]))
            for number in 0..<1_000 {
                blackHole(try await repository.find(AccountID.numbered(number &* 7_919 % count)))
            }
        }
        print(Medium.mostMemory)
    }
}
