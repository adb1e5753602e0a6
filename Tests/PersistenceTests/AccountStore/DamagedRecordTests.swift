import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of changes of a store with a damaged record, and of a file whose size makes no sense.
@Suite struct DamagedRecordTests {
    private let temporary = TemporaryFolder()
    private var folder: StorageDirectory { temporary.stores }
    private var path: String { folder.path + "/accounts.store" }
    private let corrupt = StorageError(store: .accounts, reason: .corrupt)

    @Test func `F4 a store with a damaged record takes no change, and no method changes a byte`() async throws {
        try await fill(FileAccountRepository(folder: folder))
        try damageRecord()
        let bytes = try Disk.read(path)
        let repository = FileAccountRepository(folder: folder)
        try await expectRefusals(by: repository)
        await #expect(throws: corrupt) { try await repository.compact() }
        await #expect(throws: corrupt) { try await repository.page(after: nil, limit: 100) }
        #expect(try await repository.find(.stub("person1"))?.id == .stub("person1"))
        #expect(await StoreInspector(folder: folder).inspect().first?.state == .unreadable(.corrupt))
        #expect(try Disk.read(path) == bytes)
    }

    /// The calls by which an open store notices damage.
    enum Call: CaseIterable, Sendable {
        case find, page, compact, delete
    }

    @Test(arguments: Call.allCases)
    func `F4 an open store takes no further change after it has noticed a damaged record`(_ call: Call) async throws {
        let repository = FileAccountRepository(folder: folder)
        try await fill(repository)
        try damageRecord()
        switch call {
        case .find: await #expect(throws: corrupt) { try await repository.find(.stub("person7")) }
        case .page: await #expect(throws: corrupt) { try await repository.page(after: nil, limit: 100) }
        case .compact: await #expect(throws: corrupt) { try await repository.compact() }
        // The deletion is durable, although the damage prevents the erasure.
        case .delete: #expect(try await repository.delete(.stub("person1")))
        }
        let bytes = try Disk.read(path)
        try await expectRefusals(by: repository)
        #expect(try Disk.read(path) == bytes)
        #expect(await StoreInspector(folder: folder).inspect().first?.state == .unreadable(.corrupt))
    }

    @Test func `a damaged index is no reason to refuse a change, and the next compaction mends it`() async throws {
        // So many that the change itself hardly ever reads the damaged bucket.
        try await fill(FileAccountRepository(folder: folder.on(FaultyFileSystem())), with: 2_000)
        try Disk.flip((try StoreLayout(Disk.read(path)).index.lowerBound + 8) * 8, of: path)
        let repository = FileAccountRepository(folder: folder)
        try await repository.insert(.stub(id: .stub("next")))
        await repository.waitForBackgroundWork()
        #expect(await StoreInspector(folder: folder).inspect().first?.state == .readable(version: 1, records: 2_001))
        #expect(await folder.remarks() == [])
    }

    @Test(arguments: [300 << 20, 1 << 31, 100 << 30], [false, true])
    func `F4 a file of a size that makes no sense is damaged, and is not read into memory`(
        _ size: Int,
        hasLastByte: Bool
    ) async throws {
        try await fill(FileAccountRepository(folder: folder))
        try #require(truncate(path, off_t(size)) == 0)
        if hasLastByte {
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            try file.seekToEnd()
            try file.write(contentsOf: [1])
            try file.close()
        }
        let files = FaultyFileSystem()
        #expect(await StoreInspector(folder: folder.on(files)).inspect().first?.state == .unreadable(.corrupt))
        try await expectRefusals(by: FileAccountRepository(folder: folder.on(files)))
        let saved = StorageDirectory(path: temporary.path + "/saved")
        #expect(try await AccountRepair(from: folder.on(files), to: saved).run().accounts == 40)
        #expect(files.mostBytesRead <= 1 << 20)
    }

    @Test(arguments: [900 << 20, 2 << 30])
    func `F4 a document of a wrong size is damaged, and is not read into memory`(_ size: Int) async throws {
        try await FileSessionRepository(folder: folder).save(.stub())
        try #require(truncate(folder.path + "/session.json", off_t(size)) == 0)
        let files = FaultyFileSystem()
        let sessions = FileSessionRepository(folder: folder.on(files))
        await #expect(throws: StorageError(store: .session, reason: .corrupt)) { try await sessions.active() }
        await #expect(throws: StorageError(store: .session, reason: .corrupt)) { try await sessions.save(.stub()) }
        #expect(files.mostBytesRead <= 4096)
        // A sign-out ends nevertheless, and moves the file aside.
        try await sessions.clear()
        #expect(files.mostBytesRead <= 4096)
        #expect(try await sessions.active() == nil)
    }

    @Test func `F4 a document of a wrong size is not read into memory, even if its size is allowed`() async throws {
        try await FileSessionRepository(folder: folder).save(.stub())
        try #require(truncate(folder.path + "/session.json", 1 << 20) == 0)
        let files = FaultyFileSystem()
        let sessions = FileSessionRepository(folder: folder.on(files))
        await #expect(throws: StorageError(store: .session, reason: .corrupt)) { try await sessions.active() }
        #expect(files.mostBytesRead <= 4096)
    }

    @Test func `F4 a document with a first line of its own size is not read if it is too large`() async throws {
        let size = 1 << 28
        let line = #"{"format":"account-flow-session","version":1,"crc32c":"00000000","bytes":\#(size)}"# + "\n"
        try Disk.makeFolder(folder.path)
        try Disk.write(Array(line.utf8), to: folder.path + "/session.json")
        try #require(truncate(folder.path + "/session.json", off_t(size + line.utf8.count)) == 0)
        let files = FaultyFileSystem()
        let sessions = FileSessionRepository(folder: folder.on(files))
        await #expect(throws: StorageError(store: .session, reason: .corrupt)) { try await sessions.active() }
        try await sessions.clear()
        #expect(files.mostBytesRead <= 4096)
    }

    private func fill(_ repository: FileAccountRepository, with count: Int = 40) async throws {
        for number in 0..<count { try await repository.insert(.stub(id: .stub("person\(number)"))) }
        try await repository.compact()
    }

    private func damageRecord() throws {
        let records = try StoreLayout(Disk.read(path)).records
        // The last byte of the password hash of the record of "person7", in the order of the IDs.
        let place = try #require(records.dropLast(2).last)
        try Disk.flip((place.upperBound - 13) * 8, of: path)
    }

    private func expectRefusals(by repository: FileAccountRepository) async throws {
        await #expect(throws: AccountInsertionError.storage(corrupt)) {
            try await repository.insert(.stub(id: .stub("new")))
        }
        await #expect(throws: corrupt) { try await repository.delete(.stub("person2")) }
        await #expect(throws: AccountUpdateError.storage(corrupt)) {
            try await repository.update(.stub("person3")) { $0.passwordHash = PasswordHash("new") }
        }
    }
}
