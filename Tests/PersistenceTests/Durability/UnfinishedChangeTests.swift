import AccountFlowTesting
import Domain
import Persistence
import Synchronization
import TestSupport
import Testing

// The C library of the platform, by whichever name it has.
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What a change leaves behind that was not finished, and what others make of it.
@Suite struct UnfinishedChangeTests {
    private let temporary = TemporaryFolder()
    private var folder: StorageDirectory { temporary.stores }
    private var path: String { folder.path + "/accounts.store" }

    @Test func `a change that failed half-way is taken back, and is not found as though there had been a crash`()
        async throws
    {
        let files = SimulatedFileSystem()
        let repository = StoreOnSimulation.open(files)
        try await repository.insert(.stub())
        files.fail { _, call in
            guard call.operation == .write else { return nil }
            return call.byteCount > 8 ? .short(8) : .error(ENOSPC)
        }
        await #expect(throws: AccountInsertionError.storage(StorageError(store: .accounts, reason: .full))) {
            try await repository.insert(.stub(id: .stub("failed")))
        }

        files.fail(SimulatedFault.none)
        let other = StoreOnSimulation.open(files)
        try await other.insert(.stub(id: .stub("other")))
        #expect(other.recovery == nil)
        try await repository.insert(.stub(id: .stub("next")))
        #expect(repository.recovery == nil)
    }

    @Test("D6 what could not be synchronised is not read either where the mark that says so is gone")
    func failedSynchronization() async throws {
        try await insert("first", "second", failing: [.synchronize])
        try Disk.remove(folder.path + "/.lock")

        let other = FileAccountRepository(folder: folder)
        #expect(try await other.count() == 2)
        #expect(try await other.find(.stub("failed")) == nil)
    }

    @Test func `a change may ask what was recovered`() async throws {
        let repository = FileAccountRepository(folder: folder)
        try await repository.insert(.stub())
        try await repository.update(Account.stub().id) { account in
            account.passwordHash = PasswordHash(repository.recovery == nil ? "sound" : "recovered")
        }
        #expect(try await repository.find(Account.stub().id)?.passwordHash == PasswordHash("sound"))
    }

    @Test("what a killed writer has left is cut off to its last byte before the next change is written")
    func leftByAnother() async throws {
        let repository = FileAccountRepository(folder: folder)
        try await repository.insert(.stub())
        // The beginning of a frame, and a later part of it behind the place of the next frame.
        let end = try #require(try StoreLayout(Disk.read(path)).frames.last).upperBound
        for byte in [end, end + 1_000] { try Disk.flip(byte * 8, of: path) }

        try await repository.insert(.stub(id: .stub("next")))
        let recovery = try #require(repository.recovery)
        #expect(recovery.bytes == 1_001)
        #expect(
            await StoreInspector(folder: folder).inspect().first?.remarks
                == [.copyOfUnfinishedChange(name: recovery.copy)]
        )
    }

    @Test("a mark of a broken file that a power cut has left in part takes no account away")
    func tornMark() async throws {
        let repository = FileAccountRepository(folder: folder)
        for name in ["first", "second", "third"] { try await repository.insert(.stub(id: .stub(name))) }
        let bytes = try Disk.read(path)
        var mark = try Disk.read(folder.path + "/.lock")
        // Which file it is and where it would end are there, and what they are checked by is not.
        let end = try StoreLayout(bytes).frames[1].lowerBound
        mark.replaceSubrange(16..<24, with: bytes[32..<40])
        mark.replaceSubrange(24..<32, with: withUnsafeBytes(of: UInt64(end).littleEndian) { Array($0) })
        try Disk.write(mark, to: folder.path + "/.lock")

        let other = FileAccountRepository(folder: folder)
        #expect(try await other.count() == 3)
        try await other.insert(.stub(id: .stub("fourth")))
        #expect(try await FileAccountRepository(folder: folder).count() == 4)
    }

    @Test("D8 whoever has the store open goes on where another was killed when everything was written anew")
    func killedBeforeMark() async throws {
        let (repository, other) = (FileAccountRepository(folder: folder), FileAccountRepository(folder: folder))
        for name in ["first", "second"] { try await repository.insert(.stub(id: .stub(name))) }
        let mark = try Disk.read(folder.path + "/.lock")
        try await other.compact()
        // The new file has its name, and the mark does not say so yet.
        let changed = zip(mark, try Disk.read(folder.path + "/.lock")).map { $0 ^ $1 }
        for bit in 0..<320 where changed[bit / 8] >> UInt8(bit % 8) & 1 == 1 {
            try Disk.flip(bit, of: folder.path + "/.lock")
        }

        try await repository.insert(.stub(id: .stub("third")))
        for each in [repository, other, FileAccountRepository(folder: folder)] {
            #expect(try await each.count() == 3)
        }
    }

    @Test("D2 damage before the end of a broken file is not left out in silence")
    func damagedBeforeBrokenEnd() async throws {
        let frame = try await insert("first", "second", "third", "fourth", failing: [.synchronize])[1]
        var bytes = try Disk.read(path)
        bytes[frame.upperBound - 5] ^= 1
        try Disk.write(bytes, to: path)

        let other = FileAccountRepository(folder: folder)
        let corrupt = StorageError(store: .accounts, reason: .corrupt)
        await #expect(throws: corrupt) { try await other.count() }
        await #expect(throws: AccountInsertionError.storage(corrupt)) { try await other.insert(.stub()) }
        #expect(try Disk.read(path) == bytes)
    }

    @Test(
        "D6 an end that a power cut has left as it was long ago, beside that of a broken file, takes no account away",
        arguments: [false, true]
    )
    func oldEnd(isOfAnotherFile: Bool) async throws {
        // Nor can what was written be cut off, so that it could be read.
        let end = try await insert("first", "second", "third", failing: [.synchronize, .setSize])[1].lowerBound
        var mark = try Disk.read(folder.path + "/.lock")
        if isOfAnotherFile { mark[0] ^= 1 }
        mark.replaceSubrange(8..<16, with: withUnsafeBytes(of: UInt64(end).littleEndian) { Array($0) })
        try Disk.write(mark, to: folder.path + "/.lock")

        let other = FileAccountRepository(folder: folder)
        for _ in 0..<2 { #expect(try await other.count() == 3) }
        try await other.insert(.stub(id: .stub("fourth")))
        #expect(try await other.count() == 4)
    }

    @Test(
        "D2 damage that is in front of the end that the mark says is found by whoever has the store open",
        arguments: [false, true]
    )
    func damagedSince(isWriting: Bool) async throws {
        let (repository, other) = (FileAccountRepository(folder: folder), FileAccountRepository(folder: folder))
        try await repository.insert(.stub(id: .stub("first")))
        if isWriting { try await other.insert(.stub(id: .stub("second"))) }
        let count = try await other.count()
        for name in ["third", "fourth"] { try await repository.insert(.stub(id: .stub(name))) }
        let frame = try StoreLayout(try Disk.read(path)).frames[count]
        try Disk.flip((frame.upperBound - 5) * 8, of: path)

        let corrupt = StorageError(store: .accounts, reason: .corrupt)
        for _ in 0..<2 { await #expect(throws: corrupt) { try await other.count() } }
        await #expect(throws: corrupt) { try await other.delete(.stub("third")) }
    }

    @Test("D2 an inspection ends where the mark says an end that is in front of damage", .timeLimit(.minutes(1)))
    func inspectedDamage() async throws {
        let repository = FileAccountRepository(folder: folder)
        for name in ["first", "second", "third", "fourth"] { try await repository.insert(.stub(id: .stub(name))) }
        let frames = try StoreLayout(try Disk.read(path)).frames
        try Disk.flip((frames[1].upperBound - 5) * 8, of: path)
        var mark = try Disk.read(folder.path + "/.lock")
        let end = UInt64(frames[1].lowerBound).littleEndian
        mark.replaceSubrange(8..<16, with: withUnsafeBytes(of: end) { Array($0) })
        try Disk.write(mark, to: folder.path + "/.lock")
        #expect(await StoreInspector(folder: folder).inspect().first?.state == .unreadable(.corrupt))
    }

    @Test("D6 whoever could not write a broken file anew can go on once that works")
    func reopenedByAnother() async throws {
        try await insert("first", "second", failing: [.synchronize])
        let isFailing = Mutex(true)
        let moved = Mutex(false)
        let files = FaultyFileSystem(fault: { _, operation in
            if operation == .move { moved.withLock { $0 = true } }
            // Only the folder, behind the new name.
            return operation == .synchronize && moved.withLock { $0 } && isFailing.withLock { $0 } ? EIO : nil
        })
        let other = FileAccountRepository(folder: folder, fileSystem: files)
        await #expect(throws: AccountInsertionError.self) { try await other.insert(.stub(id: .stub("third"))) }
        isFailing.withLock { $0 = false }
        try await other.reopen()
        try await other.insert(.stub(id: .stub("third")))
        #expect(try await FileAccountRepository(folder: folder).count() == 3)
    }

    @Test("D2 whoever has failed writes nothing anew without what was damaged since")
    func damagedBehindFailure() async throws {
        let isFailing = Mutex(false)
        let files = FaultyFileSystem(fault: { _, operation in
            operation == .synchronize && isFailing.withLock { $0 } ? EIO : nil
        })
        let repository = FileAccountRepository(folder: folder, fileSystem: files)
        for name in ["first", "second", "third"] { try await repository.insert(.stub(id: .stub(name))) }
        let frame = try StoreLayout(Disk.read(path)).frames[1]
        isFailing.withLock { $0 = true }
        await #expect(throws: AccountInsertionError.self) { try await repository.insert(.stub(id: .stub("failed"))) }
        isFailing.withLock { $0 = false }
        try Disk.flip((frame.upperBound - 5) * 8, of: path)
        let bytes = try Disk.read(path)

        await #expect(throws: StorageError(store: .accounts, reason: .corrupt)) { try await repository.reopen() }
        #expect(try Disk.read(path) == bytes)
    }

    @Test func `a medium without room for the mark is full, and nothing else happens`() async throws {
        let files = SimulatedFileSystem()
        try await StoreOnSimulation.open(files).insert(.stub())
        let folder = try files.openFolder(at: StoreOnSimulation.folder.path, followsLink: false)
        try files.removeFile(".lock", in: folder)
        files.closeFile(folder)
        files.fail { _, call in call.name == ".lock" && call.operation == .write ? .error(ENOSPC) : nil }
        let repository = StoreOnSimulation.open(files)
        await #expect(throws: AccountInsertionError.storage(StorageError(store: .accounts, reason: .full))) {
            try await repository.insert(.stub(id: .stub("second")))
        }
        #expect(try await repository.count() == 1)
        files.fail(SimulatedFault.none)
        try await repository.insert(.stub(id: .stub("second")))
    }

    /// Stores accounts, and then fails to store one more.
    ///
    /// - Returns: The places of the frames of those that are stored.
    @discardableResult
    private func insert(
        _ names: String...,
        failing operations: [FileSystemOperation]
    ) async throws -> [Range<Int>] {
        let isFailing = Mutex(false)
        let files = FaultyFileSystem(fault: { _, operation in
            operations.contains(operation) && isFailing.withLock { $0 } ? EIO : nil
        })
        let repository = FileAccountRepository(folder: folder, fileSystem: files)
        for name in names { try await repository.insert(.stub(id: .stub(name))) }
        let frames = try StoreLayout(Disk.read(path)).frames
        isFailing.withLock { $0 = true }
        await #expect(throws: AccountInsertionError.self) { try await repository.insert(.stub(id: .stub("failed"))) }
        return frames
    }
}
