import AccountFlowTesting
import Domain
import Foundation
import Persistence
import Synchronization
import TestSupport
import Testing

/// Tests of unfinished changes that other writers and readers find.
@Suite struct UnfinishedChangeTests {
    private let temporary = TemporaryFolder()
    private var folder: StorageDirectory { temporary.stores }
    private var path: String { folder.path + "/accounts.store" }
    private var lock: String { folder.path + "/.lock" }
    private let corrupt = StorageError(store: .accounts, reason: .corrupt)

    @Test func `a partly written change is cut off, and is not reported as a recovery`() async throws {
        let files = SimulatedFileSystem()
        let repository = StoreOnSimulation.open(files)
        try await repository.insert(.stub())
        files.fail { _, call in
            guard call.operation == .write else { return nil }
            return call.byteCount > 8 ? .short(8) : .error(ENOSPC)
        }
        await #expect(throws: AccountInsertionError.storage(.stub(.accounts, .full))) {
            try await repository.insert(.stub(id: .stub("failed")))
        }

        files.fail(SimulatedFault.none)
        let other = StoreOnSimulation.open(files)
        try await other.insert(.stub(id: .stub("other")))
        try await repository.insert(.stub(id: .stub("next")))
        #expect(other.recovery == nil)
        #expect(repository.recovery == nil)
    }

    @Test func `D6 a change that was not synchronised is not read, even without the commit pointer`() async throws {
        try await insert("first", "second", failing: [.synchronize])
        try Disk.remove(lock)

        let other = FileAccountRepository(folder: folder)
        #expect(try await other.count() == 2)
        #expect(try await other.find(.stub("failed")) == nil)
    }

    @Test func `the closure of an update can read the recovery report`() async throws {
        let repository = FileAccountRepository(folder: folder)
        try await repository.insert(.stub())
        try await repository.update(.stub()) { account in
            account.passwordHash = PasswordHash(repository.recovery == nil ? "sound" : "recovered")
        }
        #expect(try await repository.find(.stub())?.passwordHash == PasswordHash("sound"))
    }

    @Test func `the next change first cuts off every byte that a killed writer left`() async throws {
        let repository = FileAccountRepository(folder: folder)
        try await repository.insert(.stub())
        // The beginning of a frame, and a later part of it past the place of the next frame.
        let end = try #require(try StoreLayout(Disk.read(path)).frames.last).upperBound
        for byte in [end, end + 1_000] { try Disk.flip(byte * 8, of: path) }

        try await repository.insert(.stub(id: .stub("next")))
        let recovery = try #require(repository.recovery)
        #expect(recovery.bytes == 1_001)
        #expect(await folder.remarks() == [.copyOfUnfinishedChange(name: recovery.copy)])
    }

    @Test func `an incomplete commit pointer after a power cut loses no account`() async throws {
        let frames = try await insert("first", "second", "third")
        // The generation and the end are present, and their check is missing.
        try setPointer(16, to: StoreLayout.number(8, at: 32, of: Disk.read(path)))
        try setPointer(24, to: UInt64(frames[1].lowerBound))

        let other = FileAccountRepository(folder: folder)
        #expect(try await other.count() == 3)
        try await other.insert(.stub(id: .stub("fourth")))
        #expect(try await FileAccountRepository(folder: folder).count() == 4)
    }

    @Test func `D8 an open store continues after another process was killed during a compaction`() async throws {
        let (repository, other) = (FileAccountRepository(folder: folder), FileAccountRepository(folder: folder))
        for name in ["first", "second"] { try await repository.insert(.stub(id: .stub(name))) }
        let pointer = try Disk.read(lock)
        try await other.compact()
        // The new file has its final name, and the commit pointer still describes the old one.
        for offset in [0, 8] { try setPointer(offset, to: StoreLayout.number(8, at: offset, of: pointer)) }

        try await repository.insert(.stub(id: .stub("third")))
        for each in [repository, other, FileAccountRepository(folder: folder)] {
            #expect(try await each.count() == 3)
        }
    }

    @Test func `D2 damage before the acknowledged end of a file with a failed change is an error`() async throws {
        let frame = try await insert("first", "second", "third", "fourth", failing: [.synchronize])[1]
        try Disk.flip((frame.upperBound - 5) * 8, of: path)
        let bytes = try Disk.read(path)

        let other = FileAccountRepository(folder: folder)
        await #expect(throws: corrupt) { try await other.count() }
        await #expect(throws: AccountInsertionError.storage(corrupt)) { try await other.insert(.stub()) }
        #expect(try Disk.read(path) == bytes)
    }

    @Test(arguments: [false, true])
    func `D6 an outdated end in the commit pointer loses no account after a failed change`(isOfAnotherFile: Bool)
        async throws
    {
        // The failed frame cannot be cut off either, so it could be read.
        let frames = try await insert("first", "second", "third", failing: [.synchronize, .setSize])
        if isOfAnotherFile { try Disk.flip(0, of: lock) }
        try setPointer(8, to: UInt64(frames[1].lowerBound))

        let other = FileAccountRepository(folder: folder)
        for _ in 0..<2 { #expect(try await other.count() == 3) }
        try await other.insert(.stub(id: .stub("fourth")))
        #expect(try await other.count() == 4)
    }

    @Test(arguments: [false, true], [false, true])
    func `D2 an open store detects damage before the acknowledged end`(isWriting: Bool, hasMark: Bool) async throws {
        let (repository, other) = (FileAccountRepository(folder: folder), FileAccountRepository(folder: folder))
        try await repository.insert(.stub(id: .stub("first")))
        if isWriting { try await other.insert(.stub(id: .stub("second"))) }
        let count = try await other.count()
        for name in ["third", "fourth"] { try await repository.insert(.stub(id: .stub(name))) }
        let frame = try StoreLayout(try Disk.read(path)).frames[count]
        try Disk.flip((frame.upperBound - 5) * 8, of: path)
        if !hasMark { try tearMark() }

        for _ in 0..<2 { await #expect(throws: corrupt) { try await other.count() } }
        await #expect(throws: corrupt) { try await other.delete(.stub("third")) }
    }

    @Test(.timeLimit(.minutes(5)))
    func `D2 an inspection terminates if the commit pointer has an end before a damaged frame`() async throws {
        let frames = try await insert("first", "second", "third", "fourth")
        try Disk.flip((frames[1].upperBound - 5) * 8, of: path)
        try setPointer(8, to: UInt64(frames[1].lowerBound))
        #expect(await StoreInspector(folder: folder).inspect().first?.state == .unreadable(.corrupt))
    }

    @Test
    func `D6 a writer that failed to replace a file with a failed change can write after reopening`() async throws {
        try await insert("first", "second", failing: [.synchronize])
        let hasMoved = Mutex(false)
        let files = FaultyFileSystem(fault: { _, operation in
            if operation == .move { hasMoved.withLock { $0 = true } }
            // This fails only the synchronisation of the folder after the rename.
            return operation == .synchronize && hasMoved.withLock { $0 } ? EIO : nil
        })
        let other = FileAccountRepository(folder: folder.on(files))
        await #expect(throws: AccountInsertionError.self) { try await other.insert(.stub(id: .stub("third"))) }
        files.fail { _, _ in nil }
        try await other.reopen()
        try await other.insert(.stub(id: .stub("third")))
        #expect(try await FileAccountRepository(folder: folder).count() == 3)
    }

    @Test(arguments: [false, true])
    func `D2 a failed store does not reopen if accounts were damaged since`(hasMark: Bool) async throws {
        let files = FaultyFileSystem()
        let repository = FileAccountRepository(folder: folder.on(files))
        let frames = try await insert("first", "second", "third", failing: [.synchronize], into: repository, files)
        try Disk.flip((frames[1].upperBound - 5) * 8, of: path)
        if !hasMark { try tearMark() }
        let bytes = try Disk.read(path)

        await #expect(throws: corrupt) { try await repository.reopen() }
        #expect(try Disk.read(path) == bytes)
    }

    @Test func `a disk without space for the commit pointer is reported as full, and nothing changes`() async throws {
        let files = SimulatedFileSystem()
        try await StoreOnSimulation.open(files).insert(.stub())
        let folder = try files.openFolder(at: StoreOnSimulation.folder.path, followsLink: false)
        try files.removeFile(".lock", in: folder)
        files.closeFile(folder)
        files.fail { _, call in call.name == ".lock" && call.operation == .write ? .error(ENOSPC) : nil }
        let repository = StoreOnSimulation.open(files)
        await #expect(throws: AccountInsertionError.storage(.stub(.accounts, .full))) {
            try await repository.insert(.stub(id: .stub("second")))
        }
        #expect(try await repository.count() == 1)
        files.fail(SimulatedFault.none)
        try await repository.insert(.stub(id: .stub("second")))
    }

    /// Stores accounts, and then fails to store another one if there are failing operations.
    ///
    /// - Returns: The ranges of the stored frames.
    @discardableResult
    private func insert(
        _ names: String...,
        failing operations: Set<FileSystemOperation> = [],
        into repository: FileAccountRepository? = nil,
        _ files: FaultyFileSystem = FaultyFileSystem()
    ) async throws -> [Range<Int>] {
        let repository = repository ?? FileAccountRepository(folder: folder.on(files))
        for name in names { try await repository.insert(.stub(id: .stub(name))) }
        let frames = try StoreLayout(Disk.read(path)).frames
        if operations.isEmpty { return frames }
        files.fail { _, operation in operations.contains(operation) ? EIO : nil }
        await #expect(throws: AccountInsertionError.self) { try await repository.insert(.stub(id: .stub("failed"))) }
        files.fail { _, _ in nil }
        return frames
    }

    /// Damages the checks of the last acknowledged frame and of its end in the commit pointer, as a power cut may.
    private func tearMark() throws {
        for offset in [64, 72] { try Disk.flip(offset * 8, of: lock) }
    }

    /// Writes a number to the commit pointer, which all repositories of the folder have mapped.
    private func setPointer(_ offset: Int, to number: UInt64) throws {
        let old = StoreLayout.number(8, at: offset, of: try Disk.read(lock))
        for bit in 0..<64 where (old ^ number) >> UInt64(bit) & 1 == 1 { try Disk.flip(offset * 8 + bit, of: lock) }
    }
}
