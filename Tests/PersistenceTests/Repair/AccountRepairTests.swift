import AccountFlowTesting
import Domain
import Foundation
import Persistence
import Testing
import TestSupport

/// Tests of the repair of a damaged store file.
@Suite struct AccountRepairTests {
    private let temporary = TemporaryFolder()

    /// An undamaged store with content in every part, and every account state that it ever acknowledged.
    private struct Whole {
        let layout: StoreLayout
        let bytes: [UInt8]
        let lock: [UInt8]
        let accounts: Set<Account>
        let everAcknowledged: Set<Account>
    }

    @Test(arguments: DamagedPart.allCases)
    func `F4 a repair loses only damaged records, and restores only acknowledged accounts`(to part: DamagedPart)
        async throws
    {
        let whole = try await makeWhole()
        for _ in 0..<Thoroughness.count(10, change: 20, soak: 200) {
            let seed = UInt64.random(in: .min ... .max)
            var generator = SeededGenerator(seed: seed)
            let range = try #require(whole.layout.ranges[part])
            let damage = StoreDamage.random(in: range, using: &generator)
            // A file that ends within its header contains no accounts.
            if part == .header, case .cut = damage { continue }
            let (bytes, keepsLock) = (damage.apply(to: whole.bytes), part == .header || Bool.random(using: &generator))
            let repaired = try await repair(bytes, lock: keepsLock ? whole.lock : nil)

            let comment = Comment("\(part) \(damage) seed \(seed)")
            #expect(repaired.accounts.subtracting(whole.everAcknowledged) == [], comment)
            switch (part, damage) {
            case (.records, .cut), (.blockTable, .cut), (.index, .cut):
                // The journal is cut off as well, and only the lock file shows how many frames it had.
                let frames = whole.layout.frameCount
                #expect(repaired.report.missingFrames == (keepsLock ? frames : 0), comment)
                #expect(repaired.accounts.count >= whole.accounts.count - repaired.report.lostRecords - frames, comment)
            case (.header, _), (.blockTable, _), (.index, _):
                #expect(repaired.accounts == whole.accounts, comment)
            case (.records, _):
                let touched = whole.layout.recordsTouched(by: damage.range)
                #expect(repaired.report.lostRecords == touched, comment)
                #expect(repaired.accounts.count >= whole.accounts.count - touched, comment)
                #expect((touched == 0) == (repaired.report.unreadableBytes == 0), comment)
            case (.frames, _):
                #expect(repaired.report.lostRecords == 0, comment)
                #expect(repaired.report.missingFrames <= whole.layout.framesTouched(by: damage.range), comment)
            }
        }
    }

    @Test func `F4 a repair loses the change of a damaged frame, and no later one`() async throws {
        let whole = try await makeWhole()
        var bytes = whole.bytes
        let last = try #require(whole.layout.frames.first).upperBound - 1
        // The new value is not zero, because zeros at the end count as unwritten space.
        bytes[last] = bytes[last] == 1 ? 2 : bytes[last] ^ 1
        let repaired = try await repair(bytes, lock: nil)
        // The first frame inserted "new0".
        #expect(whole.accounts.subtracting(repaired.accounts).map(\.id) == [.stub("new0")])
        let size = try #require(whole.layout.frames.first).count
        #expect(repaired.report == report(whole.accounts.count - 1, missingFrames: 1, unreadableBytes: size))
    }

    @Test func `F4 a last frame that ends with a zero counts as readable`() async throws {
        let whole = try await makeWhole()
        var bytes = whole.bytes
        let (first, last) = (try #require(whole.layout.frames.first), try #require(whole.layout.frames.last))
        let changes = Array(bytes[last].dropFirst(16).dropLast(4))
        let frames = (UInt64.max - 10_000 ... .max).lazy.map { sequence in
            StoreLayout.frame(changes, sequence: sequence, generation: whole.layout.generation)
        }
        bytes.replaceSubrange(last, with: try #require(frames.first { $0.last == 0 }))
        bytes[first.upperBound - 1] ^= 1
        #expect(try await repair(bytes, lock: nil).report.unreadableBytes == first.count)
    }

    @Test func `the repair of an undamaged store saves every account`() async throws {
        let whole = try await makeWhole()
        let repaired = try await repair(whole.bytes, lock: whole.lock)
        #expect(repaired.accounts == whole.accounts)
        #expect(repaired.report == report(whole.accounts.count))
    }

    @Test func `without header and commit pointer, a repair finds no accounts`() async throws {
        let whole = try await makeWhole()
        let bytes = [UInt8](repeating: 0, count: 4096) + whole.bytes[4096...]
        for bytes in [bytes, []] {
            await #expect(throws: RepairError.noHeader) { try await repair(bytes, lock: nil) }
        }
        #expect(try await repair(bytes, lock: whole.lock).accounts == whole.accounts)
    }

    @Test func `a damaged header with an intact generation loses no account`() async throws {
        let whole = try await makeWhole()
        var bytes = whole.bytes
        bytes[60] ^= 0xFF
        let repaired = try await repair(bytes, lock: nil)
        #expect(repaired.accounts == whole.accounts)
        #expect((repaired.report.lostRecords, repaired.report.unreadableBytes) == (0, 4096))
    }

    @Test(arguments: [UInt64.min, UInt64.max], [false, true])
    func `a frame is recovered with any sequence number`(_ sequence: UInt64, hasHeader: Bool) async throws {
        let whole = try await makeWhole()
        var bytes = whole.bytes
        let place = try #require(whole.layout.frames.first)
        let changes = Array(bytes[place].dropFirst(16).dropLast(4))
        let frame = StoreLayout.frame(changes, sequence: sequence, generation: whole.layout.generation)
        bytes.replaceSubrange(place, with: frame)
        if !hasHeader { bytes[60] ^= 0xFF }
        #expect(try await repair(bytes, lock: nil).accounts == whole.accounts)
    }

    @Test func `a repair finds the longest record after damage, without the index`() async throws {
        let folder = StorageDirectory(path: temporary.path + "/long")
        let repository = FileAccountRepository(folder: folder)
        let hash = PasswordHash(String(repeating: "x", count: PasswordHash.maximumUTF8Length))
        let long = Account.stub(id: .stub("b"), profile: try .full(), passwordHash: hash)
        for account in [.stub(id: .stub("a")), long, .stub(id: .stub("c"))] { try await repository.insert(account) }
        try await repository.compact()
        var bytes = try Disk.read(folder.path + "/accounts.store")
        let layout = try StoreLayout(bytes)
        bytes[layout.records[0].lowerBound + 2] ^= 1
        for place in layout.index { bytes[place] = 0 }
        let repaired = try await repair(bytes, lock: nil)
        #expect(repaired.accounts == [long, .stub(id: .stub("c"))])
    }

    @Test func `D5 a fault at any step of a repair leaves the source unchanged and no partial store`() async throws {
        let whole = try await makeWhole()
        let source = try install(whole.bytes, lock: nil)
        let counting = FaultyFileSystem()
        let folder = StorageDirectory(path: temporary.path + "/counting")
        let report = try await AccountRepair(from: source.on(counting), to: folder.on(counting)).run()
        for step in counting.operations.indices {
            let destination = StorageDirectory(path: temporary.path + "/saved-\(step)", lockWait: .zero)
            let files = FaultyFileSystem(failingCall: step, code: EIO)
            let found: RepairReport?
            do throws(RepairError) {
                found = try await AccountRepair(from: source.on(files), to: destination.on(files)).run()
            } catch {
                #expect(
                    [.source(.failed), .destination(.failed)].contains(error),
                    "step \(step) of \(files.operations)"
                )
                found = nil
            }
            let isThere = Disk.exists(destination.path + "/accounts.store")
            #expect(isThere == (found != nil), "step \(step) of \(files.operations)")
            #expect(found == nil || found == report, "step \(step) of \(files.operations)")
            #expect(try Disk.read(source.path + "/accounts.store") == whole.bytes)
        }
    }

    @Test func `a repair removes the unfinished store of one that was killed`() async throws {
        let source = try install(try await makeWhole().bytes, lock: nil)
        let destination = StorageDirectory(path: temporary.path + "/killed")
        try Disk.makeFolder(destination.path)
        try Disk.write([1], to: destination.path + "/.accounts.store.tmp")
        try Disk.write([], to: destination.path + "/.lock")
        _ = try await AccountRepair(from: source, to: destination).run()
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: destination.path).sorted() == [
                ".lock", "accounts.store",
            ]
        )
    }

    @Test func `a repair rejects a destination that is not empty`() async throws {
        let whole = try await makeWhole()
        let source = try install(whole.bytes, lock: nil)
        for name in ["accounts.store", "notes.txt", "session.json"] {
            let destination = StorageDirectory(path: temporary.path + "/used-" + name)
            try Disk.makeFolder(destination.path)
            try Disk.write([1], to: destination.path + "/" + name)
            await #expect(throws: RepairError.destinationInUse) {
                try await AccountRepair(from: source, to: destination).run()
            }
            #expect(try Disk.read(destination.path + "/" + name) == [1])
        }
        await #expect(throws: RepairError.destinationInUse) {
            try await AccountRepair(from: source, to: source).run()
        }
    }

    @Test func `a repair names the reason why a destination is not a private folder`() async throws {
        let whole = try await makeWhole()
        let source = try install(whole.bytes, lock: nil)
        let (file, link) = (temporary.path + "/file", temporary.path + "/link")
        try Disk.write([], to: file)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: temporary.path)
        for path in [file, link] {
            let error = await #expect(throws: RepairError.self) {
                try await AccountRepair(from: source, to: StorageDirectory(path: path)).run()
            }
            guard case .destination(let failure) = error, case .unsafeLocation = failure.reason else {
                Issue.record("\(path): \(error.debugDescription)")
                continue
            }
        }
    }

    @Test func `a repair that failed on a full disk can be repeated`() async throws {
        let whole = try await makeWhole()
        let source = try install(whole.bytes, lock: nil)
        let destination = StorageDirectory(path: temporary.path + "/new")
        let full = FaultyFileSystem(failing: .write, code: ENOSPC)
        await #expect(throws: RepairError.destination(.stub(.accounts, .full))) {
            try await AccountRepair(from: source.on(full), to: destination.on(full)).run()
        }
        #expect(try await AccountRepair(from: source, to: destination).run().accounts == whole.accounts.count)
    }

    @Test func `a repair without a store file fails, and creates no folder`() async throws {
        let destination = StorageDirectory(path: temporary.path + "/new")
        await #expect(throws: RepairError.nothingToRepair) {
            try await AccountRepair(from: temporary.stores, to: destination).run()
        }
        #expect(try Disk.names(in: temporary.path) == [])
    }

    @Test func `D14 a repair rejects a file of a newer version`() async throws {
        let whole = try await makeWhole()
        let bytes = StoreLayout.withVersion(major: 2, minor: 0, whole.bytes)
        await #expect(throws: RepairError.source(.init(store: .accounts, reason: .unsupportedVersion(2)))) {
            try await repair(bytes, lock: whole.lock)
        }
    }

    @Test func `F4 a repair beside a lock file that proves a loss does not say that nothing is to repair`()
        async throws
    {
        let whole = try await makeWhole()
        let source = try install(whole.bytes, lock: whole.lock)
        try Disk.remove(source.path + "/accounts.store")
        let destination = StorageDirectory(path: source.path + "-saved")
        await #expect(throws: RepairError.source(StorageError(store: .accounts, reason: .replaced))) {
            try await AccountRepair(from: source, to: destination).run()
        }
        try Disk.remove(source.path + "/.lock")
        await #expect(throws: RepairError.nothingToRepair) {
            try await AccountRepair(from: source, to: destination).run()
        }
    }

    // MARK: Stores

    private func report(_ accounts: Int, missingFrames: Int = 0, unreadableBytes: Int = 0) -> RepairReport {
        RepairReport(accounts: accounts, lostRecords: 0, missingFrames: missingFrames, unreadableBytes: unreadableBytes)
    }

    private func makeWhole() async throws -> Whole {
        let folder = StorageDirectory(path: temporary.path + "/whole")
        let repository = FileAccountRepository(folder: folder, erasePolicy: .deferred)
        var ever: Set<Account> = []
        func insert(_ account: Account) async throws {
            try await repository.insert(account)
            ever.insert(account)
        }
        for number in 0..<70 {
            try await insert(.stub(id: .stub("person\(number)@example.com")))
        }
        try await repository.compact()
        for number in 0..<4 {
            try await insert(.stub(id: .stub("new\(number)")))
            let id = AccountID.stub("person\(number)@example.com")
            ever.insert(try await repository.update(id) { $0.passwordHash = PasswordHash("changed") })
            try await repository.delete(.stub("person\(number + 10)@example.com"))
        }
        let accounts = Set(try await repository.page(after: nil, limit: 100))
        let bytes = try Disk.read(folder.path + "/accounts.store")
        let layout = try StoreLayout(bytes)
        let lock = try Disk.read(folder.path + "/.lock")
        return Whole(layout: layout, bytes: bytes, lock: lock, accounts: accounts, everAcknowledged: ever)
    }

    private func install(_ bytes: [UInt8], lock: [UInt8]?) throws -> StorageDirectory {
        let source = StorageDirectory(path: temporary.path + "/source-" + String(UInt64.random(in: .min ... .max)))
        try Disk.makeFolder(source.path)
        try Disk.write(bytes, to: source.path + "/accounts.store")
        if let lock { try Disk.write(lock, to: source.path + "/.lock") }
        return source
    }

    /// Repairs a store into a new folder, and checks that the source is unchanged.
    private func repair(
        _ bytes: [UInt8],
        lock: [UInt8]?
    ) async throws -> (accounts: Set<Account>, report: RepairReport) {
        let source = try install(bytes, lock: lock)
        let destination = StorageDirectory(path: source.path + "-saved")
        let names = try Disk.names(in: source.path)
        let report = try await AccountRepair(from: source, to: destination).run()
        #expect(try Disk.names(in: source.path) == names)
        #expect(try Disk.read(source.path + "/accounts.store") == bytes)
        if let lock { #expect(try Disk.read(source.path + "/.lock") == lock) }

        let accounts = try await FileAccountRepository(folder: destination).page(after: nil, limit: 1000)
        #expect(report.accounts == accounts.count)
        return (Set(accounts), report)
    }
}

extension StorageError {
    /// The error of a failing disk.
    fileprivate static let failed = StorageError(store: .accounts, reason: .failed(code: EIO))
}
