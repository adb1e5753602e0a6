import Dispatch
import Domain
import Foundation
import Persistence

/// What a store of accounts costs, beside the least that the medium and the memory ask for it.
struct StoreScenario {
    private var table = Table()

    static func run() async throws -> [String] {
        var scenario = StoreScenario()
        return try await scenario.run()
    }

    private mutating func run() async throws -> [String] {
        let medium = try Medium()
        defer { medium.remove() }
        print("  folder \(medium.path)")
        try await writes(medium)
        try await reads(medium)
        for count in [1_000, 100_000, 1_000_000] { try await opening(medium, count) }
        codec()
        return table.missed
    }

    // MARK: Writing

    private mutating func writes(_ medium: Medium) async throws {
        print("\ndurable insertions, medians of 5 (per second)")
        var rates: [String: [Double]] = [:]
        for _ in 0..<5 {
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
            try await Self.fill(FileAccountRepository(folder: folder), 100_000, from: 10_000_000)
            let repository = FileAccountRepository(folder: folder)
            rates["one writer", default: []].append(
                try await Self.perSecond(1_500) {
                    for number in 0..<1_500 { try await repository.insert(Self.account(number)) }
                }
            )
            rates["64 tasks", default: []].append(
                try await Self.perSecond(64 * 1_000) {
                    try await Self.inTasks { task, number in
                        try await repository.insert(Self.account(1_000_000 + task * 1_000 + number))
                    }
                }
            )
        }
        for (name, values) in rates.sorted(by: { $0.key < $1.key }) {
            let sorted = values.sorted()
            print("  \(name): \(Int(sorted[2]))  [\(Int(sorted[0]))–\(Int(sorted[4]))]")
        }
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

    /// Puts accounts into a store, in batches of as many as wait at a time.
    private static func fill(_ repository: FileAccountRepository, _ count: Int, from first: Int = 0) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<512 {
                group.addTask {
                    for number in stride(from: task, to: count, by: 512) {
                        try await repository.insert(Self.account(first + number))
                    }
                }
            }
            try await group.waitForAll()
        }
        try await repository.compact()
    }

    // MARK: Reading

    private mutating func reads(_ medium: Medium) async throws {
        print("\nreading, 100,000 accounts, scattered (ns)")
        let count = 100_000
        let folder = medium.folder()
        try await Self.fill(FileAccountRepository(folder: folder), count)
        let repository: any AccountRepository = FileAccountRepository(folder: folder)
        let ids = (0..<count).map { Self.id($0 &* 7_919 % count) }
        let absent = (0..<count).map { Self.id(count + $0) }
        var dictionary: [AccountID: Account] = [:]
        for number in 0..<count { dictionary[Self.id(number)] = Self.account(number) }
        let known = dictionary
        try await Self.time("find", count) { blackHole(try await repository.find(ids[$0])) }
        try await Self.time("contains", count) { blackHole(try await repository.contains(ids[$0])) }
        try await Self.time("contains, absent", count) { blackHole(try await repository.contains(absent[$0])) }
        await Self.time("floor: Dictionary, find", count) { blackHole(known[ids[$0]]) }
        await Self.time("floor: Dictionary, absent", count) { blackHole(known[absent[$0]] != nil) }
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

    private mutating func opening(_ medium: Medium, _ count: Int) async throws {
        let folder = medium.folder()
        try await Self.fill(FileAccountRepository(folder: folder), count)
        let path = folder.path + "/accounts.store"
        print("\n\(count) accounts: \(medium.size(of: path) / count) octets an account in the file")
        for isCold in [false, true] {
            var samples: [Double] = []
            let clock = ContinuousClock()
            for _ in 0..<9 {
                if isCold { medium.evict(path) }
                let start = clock.now
                let found = try await FileAccountRepository(folder: folder).find(Self.id(count / 2))
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
            for number in 0..<1_000 { blackHole(try await repository.find(Self.id(number &* 7_919 % count))) }
        }
        print(Medium.mostMemory)
    }

    // MARK: Coding

    /// Compares one account as a frame of the journal with one as JSON.
    private mutating func codec() {
        print("\none account, encoded with its checksum and decoded again")
        let account = Self.account(7)
        let json = JSONAccount(account)
        let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
        let frame = Self.frame(account)
        let data = (try? encoder.encode(json)) ?? Data()
        let measured = Measurement.inTurn([
            { blackHole(Self.frame(account)) },
            { blackHole(try? encoder.encode(json)) },
            { blackHole(Self.account(inFrame: frame)) },
            { blackHole(try? decoder.decode(JSONAccount.self, from: data)) },
        ])
        table.line("frame, encoded", measured[0])
        table.line("JSONEncoder", measured[1], beside: measured[0])
        table.line("frame, decoded", measured[2])
        table.line("JSONDecoder", measured[3], beside: measured[2])
        print("  \(frame.count) octets a frame, \(data.count) as JSON")
        table.goal("encoding, JSON to ours", measured[1].ratio(to: measured[0]), atLeast: 12)
        table.goal("decoding, JSON to ours", measured[3].ratio(to: measured[2]), atLeast: 7)
    }

    private static func frame(_ account: Account) -> [UInt8] {
        var changes: [UInt8] = []
        changes.reserveCapacity(160)
        changes.append(1)
        StoredAccount.append(account, to: &changes)
        return JournalFrame.encode(changes, sequence: 1, generation: 1)
    }

    private static func account(inFrame frame: [UInt8]) -> Account? {
        frame.withUnsafeBytes { bytes in
            let scan = JournalScan(bytes, after: 0, generation: 1)
            guard let payload = scan.frames.first?.payload else { return nil }
            var reader = ByteReader(UnsafeRawBufferPointer(rebasing: bytes[payload]), at: 1)
            return try? StoredAccount(&reader).account()
        }
    }

    // MARK: Accounts

    private static func id(_ number: Int) -> AccountID {
        guard let id = try? AccountID("user\(number)@example.com") else { preconditionFailure("an ID was refused") }
        return id
    }

    private static func account(_ number: Int) -> Account {
        Account(
            id: id(number),
            profile: Profile(nickname: try? Nickname("nick\(number)")),
            credential: Credential("$y$jBT$abcdefghijklmnopqrstuv$abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG"),
            createdAt: Date(timeIntervalSinceReferenceDate: 785_000_000 + Double(number))
        )
    }
}

extension Duration {
    fileprivate var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
