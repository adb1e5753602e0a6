import AccountFlowTesting
import Domain
import Persistence
import TestSupport
import Testing

/// Tests of store files with random damage.
@Suite(.timeLimit(.minutes(30)))
struct DamagedFileTests {
    private static let sizes = [0, 1, 500, 5_000]

    @Test func `D3 no damage crashes or hangs the store, and none that can be known loses an account`() async throws {
        let seed = UInt64.random(in: .min ... .max)
        print("seed of the damaged files: \(seed)")
        let folders = TemporaryFolders()
        var samples: [Int: StoreSample] = [:]
        for size in Self.sizes { samples[size] = try await StoreSample(of: size, in: folders.next()) }
        let (all, foreign) = (samples, try await StoreSample(of: 20, in: folders.next()))
        let violations = await Sweep.violations(in: Thoroughness.count(32, change: 5_000, soak: 50_000)) { number in
            // A large store takes as long as many small ones.
            let size = number % 16 == 15 ? 5_000 : Self.sizes[number % 3]
            guard let sample = all[size] else { return "there is no store of \(size)" }
            var generator = SeededGenerator(seed: seed &+ UInt64(number))
            let damage = FileDamage.random(of: sample.bytes, foreign: foreign.bytes, using: &generator)
            let hasLock = Bool.random(using: &generator)
            do {
                let violation = try await sample.violation(of: damage, hasLock: hasLock, foreign, in: folders.next())
                return violation.map { "\($0); \(size) accounts, \(damage), seed \(seed), number \(number)" }
            } catch {
                return "\(error); \(size) accounts, \(damage), seed \(seed), number \(number)"
            }
        }
        #expect(violations == [])
    }
}

/// Damage to a store file.
private enum FileDamage {
    case flips([Int])
    case cut(at: Int)
    case zeros(Range<Int>)
    case copied(Range<Int>, to: Int)
    case inserted(Range<Int>, at: Int)
    case swapped(Range<Int>, Range<Int>)
    case noise(Range<Int>, seed: UInt64)
    case foreignRange(Range<Int>)
    case foreignFile
    case longer(by: Int)

    static func random(of bytes: [UInt8], foreign: [UInt8], using generator: inout SeededGenerator) -> FileDamage {
        // Half of the places are near the end of the contents, where damage looks like an unfinished change.
        let end = (bytes.lastIndex { $0 != 0 } ?? 0) + 40
        let isNearEnd = Bool.random(using: &generator)
        let places = (isNearEnd ? max(0, end - 600) : 0)..<min(end, bytes.count)
        func place() -> Int { .random(in: places, using: &generator) }
        func range() -> Range<Int> {
            let start = place()
            return start..<min(bytes.count, start + .random(in: 1...4_096, using: &generator))
        }
        switch Int.random(in: 0..<10, using: &generator) {
        case 0:
            let count = Int.random(in: 1...3, using: &generator)
            return .flips((0..<count).map { _ in place() * 8 + .random(in: 0..<8, using: &generator) })
        case 1: return .cut(at: place())
        case 2: return .zeros(range())
        case 3: return .copied(range(), to: place())
        case 4: return .inserted(range(), at: place())
        case 5: return .swapped(range(), range())
        case 6: return .noise(range(), seed: generator.next())
        case 7: return .foreignRange(range().clamped(to: 0..<foreign.count))
        case 8: return .foreignFile
        default: return .longer(by: .random(in: 1...(1 << 32), using: &generator))
        }
    }

    func apply(to bytes: inout [UInt8], foreign: [UInt8]) {
        switch self {
        case .flips(let bits): for bit in bits { bytes[bit / 8] ^= 1 << UInt8(bit % 8) }
        case .cut(let place): bytes.removeSubrange(place...)
        case .zeros(let range): for place in range { bytes[place] = 0 }
        case .copied(let range, let place):
            let part = bytes[range].prefix(bytes.count - place)
            bytes.replaceSubrange(place..<(place + part.count), with: Array(part))
        case .inserted(let range, let place): bytes.insert(contentsOf: Array(bytes[range]), at: place)
        case .swapped(let one, let other):
            for (left, right) in zip(one, other) { bytes.swapAt(left, right) }
        case .noise(let range, let seed):
            var generator = SeededGenerator(seed: seed)
            for place in range { bytes[place] = .random(in: 0...255, using: &generator) }
        case .foreignRange(let range): bytes.replaceSubrange(range, with: foreign[range])
        case .foreignFile: bytes = foreign
        case .longer: break
        }
    }
}

/// A store file, and its accounts after each frame of its journal.
private struct StoreSample: Sendable {
    let bytes: [UInt8]
    private let lock: [UInt8]
    private let states: [[AccountID: Account]]

    /// The acknowledged accounts.
    private var accounts: [AccountID: Account] { states[states.count - 1] }

    /// Creates a store with a checkpoint of a number of accounts, and up to twelve frames.
    init(of size: Int, in folder: StorageDirectory) async throws {
        let repository = FileAccountRepository(folder: folder.on(FaultyFileSystem()), erasePolicy: .deferred)
        var accounts: [AccountID: Account] = [:]
        for number in 0..<size {
            let account = Account.stub(id: .stub("Person\(number)@example.com"))
            accounts[account.id] = account
        }
        // All at once, because simultaneous insertions share frames.
        try await withThrowingTaskGroup { group in
            for account in accounts.values { group.addTask { try await repository.insert(account) } }
            try await group.waitForAll()
        }
        // A store of no account has a journal all the same.
        if size == 0 {
            try await repository.insert(.stub())
            try await repository.delete(.stub())
        }
        try await repository.compact()
        var states = [accounts]
        for number in 0..<min(size, 4) {
            let new = Account.stub(id: .stub("new\(number)"))
            try await repository.insert(new)
            accounts[new.id] = new
            states.append(accounts)
            let id = AccountID.stub("person\(number * 7 % size)@example.com")
            if accounts[id] != nil {
                accounts[id] = try await repository.update(id) { $0.passwordHash = PasswordHash("changed") }
                states.append(accounts)
            }
            if try await repository.delete(.stub("person\((number * 11 + 2) % size)@example.com")) {
                accounts[.stub("person\((number * 11 + 2) % size)@example.com")] = nil
                states.append(accounts)
            }
        }
        self.states = states
        bytes = try Disk.read(folder.path + "/accounts.store")
        lock = try Disk.read(folder.path + "/.lock")
    }

    /// Damages a copy of the store, reads and changes it, and returns what it should not have done.
    func violation(
        of damage: FileDamage,
        hasLock: Bool,
        _ foreign: StoreSample,
        in directory: StorageDirectory
    ) async throws -> String? {
        let folder = directory.on(FaultyFileSystem())
        var damaged = bytes
        damage.apply(to: &damaged, foreign: foreign.bytes)
        let path = folder.path + "/accounts.store"
        try Disk.makeFolder(folder.path)
        try Disk.write(damaged, to: path)
        if case .longer(let count) = damage { try Disk.lengthen(path, by: count) }
        if hasLock { try Disk.write(lock, to: folder.path + "/.lock") }
        defer { try? Disk.remove(folder.path) }

        // Without the lock file, neither a lost end nor another store's file can be known.
        var possible = hasLock ? [accounts] : states
        if !hasLock, case .foreignFile = damage { possible = [foreign.accounts] }
        let finding = await StoreInspector(folder: folder).inspect().first?.state
        let found = try? await all(in: folder)
        if let found, !possible.contains(found) { return "accounts are lost or changed: \(found.count)" }
        if case .readable(_, let count)? = finding, found?.count != count { return "an inspection accepts the damage" }
        for (id, account) in accounts.prefix(20) where possible == [accounts] {
            if let other = try? await FileAccountRepository(folder: folder).find(id), other != account {
                return "\(id) is another account"
            }
        }

        let before = try Disk.identity(of: path)
        let (id, repository) = (AccountID.stub("later"), FileAccountRepository(folder: folder))
        do throws(AccountInsertionError) {
            try await repository.insert(.stub(id: id))
        } catch {
            let after = try Disk.identity(of: path)
            return before == after ? nil : "a refused change has changed the file"
        }
        guard let found else { return "a store takes changes that cannot be read" }
        await repository.waitForBackgroundWork()
        guard let next = try? await all(in: folder) else { return "a change has made the store unreadable" }
        return next.count == found.count + 1 && next[id] != nil ? nil : "a change is lost, or has changed others"
    }

    private func all(in folder: StorageDirectory) async throws -> [AccountID: Account] {
        let accounts = try await FileAccountRepository(folder: folder).page(after: nil, limit: .max)
        return Dictionary(accounts.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }
}
