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
        let violations = await Sweep.violations(in: Thoroughness.count(36, change: 5_000, soak: 50_000)) { number in
            // The quick sample has every kind of damage with every state of the lock file.
            let (kind, lockState) = (number % (FileDamage.kinds + 1), number / (FileDamage.kinds + 1) % 3)
            // A large store takes as long as many small ones.
            let isLarge = UInt64(number % 36) == seed % 36
            let size = isLarge ? 5_000 : Self.sizes[(number + lockState + number / 36) % 3]
            guard let sample = all[size] else { return "there is no store of \(size)" }
            var generator = SeededGenerator(seed: seed &+ UInt64(number))
            // After the last kind, the store is whole.
            let damage =
                kind == FileDamage.kinds
                ? nil : FileDamage.random(kind, of: sample.bytes, foreign: foreign.bytes, using: &generator)
            let lock = LockState.random(lockState, of: sample.lock, foreign: foreign.lock, using: &generator)
            let trial = "\(size) accounts, \(String(describing: damage)), \(lock), seed \(seed), number \(number)"
            do {
                let violation = try await sample.violation(of: damage, lock, foreign, in: folders.next())
                return violation.map { "\($0); \(trial)" }
            } catch {
                return "\(error); \(trial)"
            }
        }
        #expect(violations == [])
    }

    @Test(arguments: [StoreOperation.load, .all, .pending, .attempt])
    func `D3 a damaged document is an error, and once it is moved aside, its store can be used`(
        _ reading: StoreOperation
    ) async throws {
        let seed = UInt64.random(in: .min ... .max)
        print("seed of the damaged documents: \(seed)")
        let folders = TemporaryFolders()
        let (whole, other) = (folders.next(), folders.next())
        try await StoreOperation.seed(whole)
        for operation in StoreOperation.founding { #expect(await operation.run(in: other) == nil) }
        let (documents, name) = (try Documents(in: whole), reading.documentName)
        let bytes = try Disk.read(whole.path + "/" + name)
        let foreign = try Disk.read(other.path + "/" + name)
        let violations = await Sweep.violations(in: Thoroughness.count(16, change: 1_250, soak: 12_500)) { number in
            var generator = SeededGenerator(seed: seed &+ UInt64(number))
            let kind = number % FileDamage.changingKinds
            let damage = FileDamage.random(kind, of: bytes, foreign: foreign, using: &generator)
            var damaged = bytes
            damage.apply(to: &damaged, foreign: foreign)
            let folder = folders.next()
            do {
                try documents.restore(in: folder)
                defer { try? Disk.remove(folder.path) }
                let path = folder.path + "/" + name
                try Disk.write(damaged, to: path)
                if case .longer(let count) = damage { try Disk.lengthen(path, by: count) }
                // Exactly the same bytes are whole, and so is another document.
                let size = try Disk.identity(of: path)[3]
                let isWhole = size == damaged.count && (damaged == bytes || damaged == foreign)
                let error = await reading.run(in: folder.on(FaultyFileSystem()))
                guard isWhole == (error == nil), error?.allowsStartingOver != false else {
                    return "\(String(describing: error)); \(damage), seed \(seed), number \(number)"
                }
                let quarantine = FileStoreQuarantine(folder: folder.on(FaultyFileSystem()))
                let isMoved = try await quarantine.quarantine(reading.store, startingWith: SignInAttempts())
                let next = await reading.run(in: folder.on(FaultyFileSystem()))
                guard isMoved == !isWhole, next == nil,
                    try !isMoved || Disk.identity(of: path + ".damaged-1")[3] == size
                else { return "it was not moved aside; \(damage), seed \(seed), number \(number)" }
                return nil
            } catch {
                return "\(error); \(damage), seed \(seed), number \(number)"
            }
        }
        #expect(violations == [])
    }
}

/// The lock file of a damaged store.
private enum LockState {
    case missing, whole
    case damaged(FileDamage)

    static func random(
        _ state: Int,
        of lock: [UInt8],
        foreign: [UInt8],
        using generator: inout SeededGenerator
    ) -> LockState {
        switch state {
        case 0: return .missing
        case 1: return .whole
        default:
            let kind = Int.random(in: 0..<FileDamage.changingKinds, using: &generator)
            return .damaged(.random(kind, of: lock, foreign: foreign, using: &generator))
        }
    }

    /// Whether it can have the mark of another store.
    var isForeign: Bool {
        switch self {
        case .damaged(.foreignFile), .damaged(.foreignRange): true
        case .missing, .whole, .damaged: false
        }
    }

    /// Writes the lock file, and returns whether it still knows the last acknowledged frame, the end of the file, and
    /// the file of that end.
    func write(
        _ lock: [UInt8],
        foreign: [UInt8],
        to path: String
    ) throws -> (hasMark: Bool, hasEnd: Bool, hasFile: Bool) {
        var bytes = lock
        switch self {
        case .missing: return (false, false, false)
        case .whole: try Disk.write(bytes, to: path)
        case .damaged(let damage):
            damage.apply(to: &bytes, foreign: foreign)
            try Disk.write(bytes, to: path)
            if case .longer(let count) = damage { try Disk.lengthen(path, by: count) }
        }
        guard bytes.count >= lock.count else { return (false, false, false) }
        let hasEnd = [8..<16, 72..<80].allSatisfy { bytes[$0] == lock[$0] }
        return (bytes[40..<72] == lock[40..<72], hasEnd, hasEnd && bytes[..<8] == lock[..<8])
    }
}

/// Damage to a file.
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
    case missing

    /// The number of kinds.
    static let kinds = changingKinds + 1

    /// The number of kinds that leave a file; they come first.
    static let changingKinds = 10

    static func random(
        _ kind: Int,
        of bytes: [UInt8],
        foreign: [UInt8],
        using generator: inout SeededGenerator
    ) -> FileDamage {
        // Half of the places are near the end of the contents, where damage looks like an unfinished change.
        let end = (bytes.lastIndex { $0 != 0 } ?? 0) + 40
        let isNearEnd = Bool.random(using: &generator)
        let places = (isNearEnd ? max(0, end - 600) : 0)..<min(end, bytes.count)
        func place() -> Int { .random(in: places, using: &generator) }
        func range() -> Range<Int> {
            let start = place()
            return start..<min(bytes.count, start + .random(in: 1...4_096, using: &generator))
        }
        switch kind {
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
        case 9: return .longer(by: 1 << Int.random(in: 0...32, using: &generator))
        default: return .missing
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
        case .missing: bytes = []
        }
    }
}

/// A store file, and its accounts after each frame of its journal.
private struct StoreSample: Sendable {
    let bytes: [UInt8]
    let lock: [UInt8]
    private let states: [[AccountID: Account]]
    private let frames: [Range<Int>]

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
        frames = try StoreLayout(bytes).frames
        try #require(frames.count == states.count - 1)
    }

    /// Returns the state that a damaged file may have without evidence of its end, or nil if the file itself proves that
    /// acknowledged frames are damaged or missing.
    ///
    /// Only the last frame of the file looks unfinished.
    private func ambiguousState(of damaged: [UInt8]) -> [AccountID: Account]? {
        let intact = frames.prefix { $0.upperBound <= damaged.count && damaged[$0] == bytes[$0] }
        let start = frames.first.map { intact.last?.upperBound ?? $0.lowerBound } ?? 0
        let headers = Set(frames.dropFirst(intact.count + 1).map { bytes[$0].prefix(16) })
        let end = damaged.lastIndex { $0 != 0 } ?? 0
        let isProof = start <= end && (start...end).contains { headers.contains(damaged[$0...].prefix(16)) }
        return isProof ? nil : states[intact.count]
    }

    /// Damages a copy of the store, repairs, reads and changes it, and returns what it should not have done.
    func violation(
        of damage: FileDamage?,
        _ lockState: LockState,
        _ foreign: StoreSample,
        in directory: StorageDirectory
    ) async throws -> String? {
        let folder = directory.on(FaultyFileSystem())
        var damaged = bytes
        damage?.apply(to: &damaged, foreign: foreign.bytes)
        let path = folder.path + "/accounts.store"
        try Disk.makeFolder(folder.path)
        var (added, isMissing) = (0, false)
        if case .longer(let count) = damage { added = count }
        if case .missing = damage { isMissing = true }
        if !isMissing {
            try Disk.write(damaged, to: path)
            try Disk.lengthen(path, by: added)
        }
        let known = try lockState.write(lock, foreign: foreign.lock, to: folder.path + "/.lock")
        defer { try? Disk.remove(folder.path) }

        // Without the lock file, neither a lost end nor another store's file can be known.
        let possible: [[AccountID: Account]] =
            if damage == nil || known.hasMark {
                [accounts]
            } else if isMissing {
                [known.hasFile ? accounts : [:]]
            } else if damaged == foreign.bytes {
                [foreign.accounts]
            } else if known.hasEnd {
                [accounts]
            } else {
                ambiguousState(of: damaged).map { [$0] } ?? []
            }
        let before = isMissing ? nil : try Disk.identity(of: path)
        if !isMissing {
            let violation = try await violation(ofRepair: folder, damaged, known.hasMark, lockState, possible, foreign)
            if let violation { return violation }
        }
        let finding = await StoreInspector(folder: folder).inspect().first?.state
        let found = try? await all(in: folder)
        if let found, !possible.contains(found) { return "accounts are lost or changed: \(found.count)" }
        if found == nil, damage == nil, !lockState.isForeign { return "a whole store is refused" }
        if case .readable(_, let count)? = finding, found?.count != count { return "an inspection accepts the damage" }
        if finding == .absent, found != [:] { return "an inspection finds nothing" }
        for (id, account) in accounts.prefix(20) where possible == [accounts] {
            if let other = try? await FileAccountRepository(folder: folder).find(id), other != account {
                return "\(id) is another account"
            }
        }

        let (id, repository) = (AccountID.stub("later"), FileAccountRepository(folder: folder))
        do throws(AccountInsertionError) {
            try await repository.insert(.stub(id: id))
        } catch {
            let after = Disk.exists(path) ? try Disk.identity(of: path) : nil
            return before == after ? nil : "a refused change has changed the file"
        }
        guard let found else { return "a store takes changes that cannot be read" }
        await repository.waitForBackgroundWork()
        guard let next = try? await all(in: folder) else { return "a change has made the store unreadable" }
        return next.count == found.count + 1 && next[id] != nil ? nil : "a change is lost, or has changed others"
    }

    /// Repairs the damaged store, and returns in what the report or the new store is wrong.
    private func violation(
        ofRepair folder: StorageDirectory,
        _ damaged: [UInt8],
        _ hasMark: Bool,
        _ lockState: LockState,
        _ possible: [[AccountID: Account]],
        _ foreign: StoreSample
    ) async throws -> String? {
        let saved = StorageDirectory(path: folder.path + "-saved").on(FaultyFileSystem())
        defer { try? Disk.remove(saved.path) }
        let report: RepairReport
        do throws(RepairError) {
            report = try await AccountRepair(from: folder, to: saved).run()
        } catch {
            let isHeaderLost = !damaged.starts(with: bytes.prefix(4_096)) && damaged != foreign.bytes
            return error == .noHeader && isHeaderLost ? nil : "a repair fails: \(error)"
        }
        let kept = try await all(in: saved)
        guard kept.count == report.accounts else { return "\(report) is not \(kept.count) saved accounts" }
        // With the whole file or the lock file of another store, a repair saves records of that store.
        let allowed = states + (lockState.isForeign || damaged == foreign.bytes ? foreign.states : [])
        for (id, account) in kept where !allowed.contains(where: { $0[id] == account }) {
            return "a repair saves an account that never was: \(id)"
        }
        // Every frame has one change. Without the header, the number of records is unknown.
        let (lost, known) = (accounts.keys.count { kept[$0] == nil }, report.lostRecords + report.missingFrames)
        if hasMark, damaged == foreign.bytes, report.missingFrames < 1 {
            return "\(report), but it is another store"
        }
        if hasMark, damaged.starts(with: bytes.prefix(4_096)), lost > known {
            return "\(report), but \(lost) accounts are lost"
        }
        let isComplete = known == 0 && report.unreadableBytes == 0
        return isComplete && !possible.contains(kept) ? "\(report), but accounts are lost or changed" : nil
    }

    private func all(in folder: StorageDirectory) async throws -> [AccountID: Account] {
        let accounts = try await FileAccountRepository(folder: folder).page(after: nil, limit: .max)
        return Dictionary(accounts.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }
}
