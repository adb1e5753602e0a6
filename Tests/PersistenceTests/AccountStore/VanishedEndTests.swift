import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of a journal that has lost acknowledged frames at its end, which the lock file has a mark of.
@Suite struct VanishedEndTests {
    private static let names = ["first", "second", "third"]

    private let temporary = TemporaryFolder()
    private var folder: StorageDirectory { temporary.stores }
    private var path: String { folder.path + "/accounts.store" }
    private var lock: String { folder.path + "/.lock" }
    private let corrupt = StorageError(store: .accounts, reason: .corrupt)
    private let replaced = StorageError(store: .accounts, reason: .replaced)

    /// The ways in which the end of a file is lost.
    enum Loss: CaseIterable, Sendable {
        case zerosFromFrame, cutAtFrame, cutAtJournal, cutBeforeJournal
        case olderCopy, olderCopyBeforeCompaction, damagedLastFrame
    }

    @Test(arguments: Loss.allCases)
    func `F4 a lost end of the journal is an error for every method, and no method changes a byte`(
        _ loss: Loss
    ) async throws {
        try await lose(by: loss)
        let files = (try Disk.read(path), try Disk.read(lock))
        let repository = FileAccountRepository(folder: folder)
        await #expect(throws: corrupt) { try await repository.find(.stub("third")) }
        await #expect(throws: corrupt) { try await repository.count() }
        await #expect(throws: corrupt) { try await repository.compact() }
        await #expect(throws: corrupt) { try await repository.delete(.stub("first")) }
        await #expect(throws: AccountInsertionError.storage(corrupt)) {
            try await FileAccountRepository(folder: folder).insert(.stub(id: .stub("third")))
        }
        #expect(await StoreInspector(folder: folder).inspect().first?.state == .unreadable(.corrupt))
        #expect(try Disk.read(path) == files.0)
        #expect(try Disk.read(lock) == files.1)
        #expect(try Disk.names(in: folder.path).filter { $0.hasPrefix("accounts") } == ["accounts.store"])
    }

    @Test(arguments: Loss.allCases.filter { $0 != .cutBeforeJournal })
    func `a repair after a lost end saves the other accounts and counts the missing frames`(_ loss: Loss) async throws {
        try await lose(by: loss)
        let saved = StorageDirectory(path: temporary.path + "/saved")
        let report = try await AccountRepair(from: folder, to: saved).run()
        #expect(report.accounts == 3 - report.missingFrames)
        #expect(report.missingFrames > 0)
        #expect(try await FileAccountRepository(folder: saved).count() == report.accounts)
    }

    @Test(arguments: [Loss.zerosFromFrame, .cutAtFrame, .cutAtJournal, .olderCopy, .damagedLastFrame])
    func `F4 a lost end is also an error if the mark is damaged, and a repair reports it`(_ loss: Loss) async throws {
        try await lose(by: loss)
        try Disk.flip(60 * 8, of: lock)
        let files = (try Disk.read(path), try Disk.read(lock))
        let repository = FileAccountRepository(folder: folder)
        await #expect(throws: corrupt) { try await repository.count() }
        await #expect(throws: corrupt) { try await repository.compact() }
        #expect(await StoreInspector(folder: folder).inspect().first?.state == .unreadable(.corrupt))
        #expect(try Disk.read(path) == files.0)
        #expect(try Disk.read(lock) == files.1)
        let saved = StorageDirectory(path: temporary.path + "/saved")
        #expect(try await AccountRepair(from: folder, to: saved).run().unreadableBytes > 0)
    }

    @Test func `a damaged end in the lock file is no evidence against a whole store`() async throws {
        for name in Self.names { try await FileAccountRepository(folder: folder).insert(.stub(id: .stub(name))) }
        for bit in [8 * 8 + 20, 60 * 8] { try Disk.flip(bit, of: lock) }
        #expect(try await FileAccountRepository(folder: folder).count() == 3)
        try await FileAccountRepository(folder: folder).insert(.stub(id: .stub("fourth")))
        #expect(try await FileAccountRepository(folder: folder).count() == 4)
    }

    @Test(arguments: [Loss.zerosFromFrame, .cutAtFrame, .olderCopy])
    func `an open store reports a lost end that it reads after another store's change`(_ loss: Loss) async throws {
        let reader = FileAccountRepository(folder: folder)
        try await FileAccountRepository(folder: folder).insert(.stub(id: .stub("zero")))
        #expect(try await reader.count() == 1)
        try await lose(by: loss)
        await #expect(throws: StorageError.self) { try await reader.count() }
        await #expect(throws: StorageError.self) { try await reader.delete(.stub("first")) }
    }

    @Test func `D6 a store with a failed change does not reopen after it has lost its end`() async throws {
        let files = FaultyFileSystem()
        let repository = FileAccountRepository(folder: folder.on(files))
        for name in Self.names { try await repository.insert(.stub(id: .stub(name))) }
        let second = try StoreLayout(Disk.read(path)).frames[1]
        files.fail { _, operation in operation == .synchronize ? EIO : nil }
        await #expect(throws: AccountInsertionError.self) { try await repository.insert(.stub(id: .stub("failed"))) }
        files.fail { _, _ in nil }
        var bytes = try Disk.read(path)
        let lost = second.lowerBound..<bytes.count
        bytes.replaceSubrange(lost, with: repeatElement(0, count: lost.count))
        try bytes.withUnsafeBytes { bytes in
            let file = open(path, O_WRONLY)
            defer { close(file) }
            try #require(pwrite(file, bytes.baseAddress, bytes.count, 0) == bytes.count)
        }
        await #expect(throws: corrupt) { try await repository.reopen() }
        #expect(try Disk.read(path) == bytes)
    }

    @Test func `without the lock file, a lost end cannot be noticed`() async throws {
        try await lose(by: .zerosFromFrame)
        try Disk.remove(lock)
        #expect(try await FileAccountRepository(folder: folder).count() == 1)
    }

    @Test func `an older mark than the end of the journal is no damage`() async throws {
        let repository = FileAccountRepository(folder: folder)
        try await repository.insert(.stub(id: .stub("first")))
        let older = try Disk.read(lock)
        try await repository.insert(.stub(id: .stub("second")))
        try await repository.compact()
        try await repository.insert(.stub(id: .stub("third")))
        // A power cut can restore any earlier content of the lock file.
        try Disk.write(older, to: lock)
        let other = FileAccountRepository(folder: folder)
        #expect(try await other.count() == 3)
        try await other.insert(.stub(id: .stub("fourth")))
        #expect(try await FileAccountRepository(folder: folder).count() == 4)
    }

    @Test(arguments: [40, 48, 56, 64, 72])
    func `a mark that a power cut has torn is no evidence`(offset: Int) async throws {
        try await FileAccountRepository(folder: folder).insert(.stub(id: .stub("first")))
        try Disk.flip((offset + 7) * 8 + 3, of: lock)
        try await FileAccountRepository(folder: folder).insert(.stub(id: .stub("second")))
        #expect(try await FileAccountRepository(folder: folder).count() == 2)
    }

    @Test(arguments: [false, true])
    func `F4 a missing or foreign store file is an error for every method, and none changes a byte`(
        isForeign: Bool
    ) async throws {
        let own = try await takeAway(isForeign: isForeign)
        let files = (isForeign ? try Disk.read(path) : nil, try Disk.read(lock))
        let repository = FileAccountRepository(folder: folder)
        await #expect(throws: replaced) { try await repository.find(.stub("first")) }
        await #expect(throws: replaced) { try await repository.count() }
        await #expect(throws: replaced) { try await repository.compact() }
        await #expect(throws: AccountInsertionError.storage(replaced)) {
            try await FileAccountRepository(folder: folder).insert(.stub(id: .stub("first")))
        }
        try await repository.reopen()
        await #expect(throws: replaced) { try await repository.count() }
        #expect(await StoreInspector(folder: folder).inspect().first?.state == .unreadable(.replaced))
        #expect(try Disk.names(in: folder.path) == [".lock"] + (isForeign ? ["accounts.store"] : []))
        #expect(try (isForeign ? Disk.read(path) : nil) == files.0)
        #expect(try Disk.read(lock) == files.1)
        // The own file ends it, also for an object that has seen the error.
        try Disk.write(own, to: path)
        #expect(try await repository.count() == 3)
        try await repository.insert(.stub(id: .stub("fourth")))
    }

    @Test(arguments: 40..<72)
    func `F4 a missing store file is an error with any damaged byte of the mark`(byte: Int) async throws {
        _ = try await takeAway(isForeign: false)
        try Disk.flip(byte * 8 + byte % 8, of: lock)
        let before = try Disk.read(lock)
        await #expect(throws: replaced) { try await FileAccountRepository(folder: folder).count() }
        await #expect(throws: AccountInsertionError.storage(replaced)) {
            try await FileAccountRepository(folder: folder).insert(.stub(id: .stub("first")))
        }
        #expect(await StoreInspector(folder: folder).inspect().first?.state == .unreadable(.replaced))
        #expect(try Disk.names(in: folder.path) == [".lock"])
        #expect(try Disk.read(lock) == before)
    }

    @Test func `F4 a lock file with a second name still proves that the store file is missing`() async throws {
        _ = try await takeAway(isForeign: false)
        try Disk.makeHardLink(temporary.path + "/second", to: lock)
        await #expect(throws: replaced) { try await FileAccountRepository(folder: folder).count() }
        #expect(await StoreInspector(folder: folder).inspect().first?.state == .unreadable(.replaced))
    }

    @Test(arguments: [false, true])
    func `the owner accepts a missing or another store's file by removing the lock file`(isForeign: Bool) async throws {
        _ = try await takeAway(isForeign: isForeign)
        try Disk.remove(lock)
        let repository = FileAccountRepository(folder: folder)
        #expect(try await repository.count() == (isForeign ? 1 : 0))
        try await repository.insert(.stub(id: .stub("first")))
    }

    @Test func `a repair of another store's file saves its accounts, and misses every frame of the mark`() async throws
    {
        _ = try await takeAway(isForeign: true)
        let saved = StorageDirectory(path: temporary.path + "/saved")
        let report = try await AccountRepair(from: folder, to: saved).run()
        #expect(report.accounts == 1)
        #expect(report.missingFrames == 3)
        #expect(try await FileAccountRepository(folder: saved).count() == 1)
    }

    @Test(arguments: [false, true])
    func `a repaired store whose file is removed after the first change is missed`(isEndTorn: Bool) async throws {
        try await FileAccountRepository(folder: folder).insert(.stub(id: .stub("first")))
        let saved = StorageDirectory(path: temporary.path + "/saved")
        _ = try await AccountRepair(from: folder, to: saved).run()
        try await FileAccountRepository(folder: saved).compact()
        try Disk.remove(saved.path + "/accounts.store")
        if isEndTorn { try Disk.flip(72 * 8, of: saved.path + "/.lock") }
        await #expect(throws: replaced) { try await FileAccountRepository(folder: saved).count() }
    }

    @Test func `a removed file of a store that never had an account is made again`() async throws {
        let repository = FileAccountRepository(folder: folder)
        // The store is created for this change, which is too large for it.
        let small = FileAccountRepository(folder: folder, erasePolicy: .deferred, frameLimit: 1)
        await #expect(throws: AccountInsertionError.self) { try await small.insert(.stub()) }
        let id = try Disk.read(path)[16..<32]
        #expect(try Disk.read(lock)[40..<56] == id)
        try Disk.remove(path)
        #expect(try await repository.count() == 0)
        try await repository.insert(.stub())
    }

    @Test(arguments: [false, true])
    func `a whole folder that is restored from a backup is no damage`(hasLock: Bool) async throws {
        let repository = FileAccountRepository(folder: folder)
        try await repository.insert(.stub(id: .stub("first")))
        let backup = (try Disk.read(path), try Disk.read(lock))
        try await repository.insert(.stub(id: .stub("second")))
        try Disk.remove(folder.path)
        try Disk.makeFolder(folder.path)
        try Disk.write(backup.0, to: path)
        if hasLock { try Disk.write(backup.1, to: lock) }
        let restored = FileAccountRepository(folder: folder)
        #expect(try await restored.count() == 1)
        try await restored.insert(.stub(id: .stub("second")))
    }

    /// Stores three accounts, removes the store file or puts a foreign one in its place, and returns its bytes.
    private func takeAway(isForeign: Bool) async throws -> [UInt8] {
        let other = StorageDirectory(path: temporary.path + "/other")
        try await FileAccountRepository(folder: other).insert(.stub(id: .stub("only")))
        for name in Self.names { try await FileAccountRepository(folder: folder).insert(.stub(id: .stub(name))) }
        let own = try Disk.read(path)
        try Disk.remove(path)
        if isForeign { try Disk.write(try Disk.read(other.path + "/accounts.store"), to: path) }
        return own
    }

    /// Stores three accounts, and removes one or more frames from the end.
    private func lose(by loss: Loss) async throws {
        let repository = FileAccountRepository(folder: folder)
        try await repository.insert(.stub(id: .stub("first")))
        let older = try Disk.read(path)
        if loss == .olderCopyBeforeCompaction { try await repository.compact() }
        for name in Self.names.dropFirst() { try await repository.insert(.stub(id: .stub(name))) }
        var bytes = try Disk.read(path)
        let frames = try StoreLayout(bytes).frames
        let second = frames[frames.count - 2]
        switch loss {
        case .zerosFromFrame:
            let end = frames[frames.count - 1].upperBound
            bytes.replaceSubrange(second.lowerBound..<end, with: repeatElement(0, count: end - second.lowerBound))
        case .cutAtFrame: bytes.removeSubrange(second.lowerBound...)
        case .cutAtJournal: bytes.removeSubrange(frames[0].lowerBound...)
        case .cutBeforeJournal:
            try await repository.compact()
            bytes = try Disk.read(path)
            bytes.removeSubrange(try StoreLayout(bytes).index.upperBound...)
        case .olderCopy, .olderCopyBeforeCompaction: bytes = older
        case .damagedLastFrame: bytes[frames[frames.count - 1].upperBound - 5] ^= 1
        }
        try Disk.write(bytes, to: path)
    }
}
