import Dispatch
import Domain
import Foundation
import Persistence

/// What a store of accounts costs, beside the least that the medium and the memory ask for it.
enum StoreScenario {
    static func run() async throws -> [String] {
        let medium = try Medium()
        defer { medium.remove() }
        print("  folder \(medium.path)")
        try await writes(medium)
        try await reads(medium)
        for count in [1_000, 100_000, 1_000_000] { try await opening(medium, count) }
        try codec()
        return []
    }

    // MARK: Writing

    private static func writes(_ medium: Medium) async throws {
        print("\ndurable insertions, medians of 5 (per second)")
        var rates: [String: [Double]] = [:]
        for _ in 0..<5 {
            rates["floor: append + fdatasync", default: []].append(try medium.appendRate(1_500, zeros: false))
            rates["floor: written zeros + fdatasync", default: []].append(try medium.appendRate(1_500, zeros: true))
            rates["floor: 64 records to a sync, zeros", default: []].append(
                try medium.appendRate(1_000, records: 64, zeros: true)
            )
            let folder = medium.folder()
            try await fill(FileAccountRepository(folder: folder), 100_000, from: 10_000_000)
            let repository = FileAccountRepository(folder: folder)
            rates["one writer", default: []].append(
                try await perSecond(1_500) {
                    for number in 0..<1_500 { try await repository.insert(account(number)) }
                }
            )
            rates["64 tasks", default: []].append(
                try await perSecond(64 * 1_000) {
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        for task in 0..<64 {
                            group.addTask {
                                for number in 0..<1_000 {
                                    try await repository.insert(account(1_000_000 + task * 1_000 + number))
                                }
                            }
                        }
                        try await group.waitForAll()
                    }
                }
            )
        }
        for (name, values) in rates.sorted(by: { $0.key < $1.key }) {
            let sorted = values.sorted()
            print("  \(name): \(Int(sorted[2]))  [\(Int(sorted[0]))–\(Int(sorted[4]))]")
        }
    }

    private static func perSecond(_ count: Int, _ work: () async throws -> Void) async rethrows -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        try await work()
        return Double(count) / (clock.now - start).seconds
    }

    /// Puts accounts into a store, in batches of as many as wait at a time.
    private static func fill(_ repository: FileAccountRepository, _ count: Int, from first: Int = 0) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<512 {
                group.addTask {
                    for number in stride(from: task, to: count, by: 512) {
                        try await repository.insert(account(first + number))
                    }
                }
            }
            try await group.waitForAll()
        }
        try await repository.compact()
    }

    // MARK: Reading

    private static func reads(_ medium: Medium) async throws {
        print("\nreading, 100,000 accounts, scattered (ns)")
        let count = 100_000
        let folder = medium.folder()
        try await fill(FileAccountRepository(folder: folder), count)
        let repository: any AccountRepository = FileAccountRepository(folder: folder)
        let ids = (0..<count).map { id($0 &* 7_919 % count) }
        let absent = (0..<count).map { id(count + $0) }
        var dictionary: [AccountID: Account] = [:]
        for number in 0..<count { dictionary[id(number)] = account(number) }
        let known = dictionary
        try await time("find", count) { blackHole(try await repository.find(ids[$0])) }
        try await time("contains", count) { blackHole(try await repository.contains(ids[$0])) }
        try await time("contains, absent", count) { blackHole(try await repository.contains(absent[$0])) }
        await time("floor: Dictionary, find", count) { blackHole(known[ids[$0]]) }
        await time("floor: Dictionary, absent", count) { blackHole(known[absent[$0]] != nil) }
    }

    private static func time(_ name: String, _ count: Int, _ work: (Int) async throws -> Void) async rethrows {
        var samples: [Double] = []
        let clock = ContinuousClock()
        for _ in 0..<(Int(ProcessInfo.processInfo.environment["REPS"] ?? "7") ?? 7) {
            let start = clock.now
            for number in 0..<count { try await work(number) }
            samples.append((clock.now - start).seconds * 1e9 / Double(count))
        }
        samples.sort()
        print(String(format: "  %@: %.0f  [%.0f–%.0f]", name, samples[3], samples[0], samples[6]))
    }

    // MARK: Opening

    private static func opening(_ medium: Medium, _ count: Int) async throws {
        let folder = medium.folder()
        try await fill(FileAccountRepository(folder: folder), count)
        let path = folder.path + "/accounts.store"
        print("\n\(count) accounts: \(medium.size(of: path) / count) octets an account in the file")
        for isCold in [false, true] {
            var samples: [Double] = []
            let clock = ContinuousClock()
            for _ in 0..<9 {
                if isCold { medium.evict(path) }
                let start = clock.now
                let found = try await FileAccountRepository(folder: folder).find(id(count / 2))
                samples.append((clock.now - start).seconds * 1e3)
                guard found != nil else { throw CocoaError(.fileReadCorruptFile) }
            }
            samples.sort()
            print(
                String(
                    format: "  open + first find, %@: %.3f ms  [%.3f–%.3f]",
                    isCold ? "cold" : "warm",
                    samples[4],
                    samples[0],
                    samples[8]
                )
            )
        }
        let lookups = try medium.memory(["store-memory", folder.path, String(count)])
        let nothing = try medium.memory(["store-memory"])
        print("  most memory after 1,000 finds: \(lookups / 1024) MiB, of nothing \(nothing / 1024) MiB")
    }

    /// Opens a store and finds a thousand accounts, for a process of its own.
    static func memory(_ arguments: [String]) async throws {
        if arguments.count == 2, let count = Int(arguments[1]) {
            let repository = FileAccountRepository(folder: StoreFolder(path: arguments[0]))
            for number in 0..<1_000 { blackHole(try await repository.find(id(number &* 7_919 % count))) }
        }
        print(Medium.mostMemory)
    }

    // MARK: Coding

    private static func codec() throws {}

    // MARK: Accounts

    private static func id(_ number: Int) -> AccountID {
        guard let id = try? AccountID("user\(number)@example.com") else { preconditionFailure("an ID was refused") }
        return id
    }

    private static func account(_ number: Int) -> Account {
        Account(
            id: id(number),
            profile: Profile(nickname: try? Nickname("nick\(number)")),
            credential: Credential("$y$jBT$abcdefghijklmnopqrstuv$abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJK"),
            createdAt: Date(timeIntervalSinceReferenceDate: 785_000_000 + Double(number))
        )
    }
}

extension Duration {
    fileprivate var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
