import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of the locations that the stores accept and reject.
@Suite struct StorageDirectoryTests {
    private let temporary = TemporaryFolder()
    private var folder: StorageDirectory { temporary.stores }

    @Test(arguments: StoreOperation.reading + [.delete, .clear, .removeAll])
    func `an operation with nothing to do creates no files`(_ operation: StoreOperation) async throws {
        #expect(await operation.run(in: folder) == nil)
        #expect(try Disk.names(in: temporary.path) == [])
        try Disk.makeFolder(folder.path)
        #expect(await operation.run(in: folder) == nil)
        #expect(try Disk.names(in: folder.path) == [])
    }

    @Test func `recording no consents creates no files`() async throws {
        try await FileConsentRepository(folder: folder).record([])
        #expect(try Disk.names(in: temporary.path) == [])
    }

    @Test func `an update of a missing account creates no files`() async throws {
        let repository = FileAccountRepository(folder: folder)
        await #expect(throws: AccountUpdateError.notFound) { try await repository.update(.stub()) { _ in } }
        #expect(try Disk.names(in: temporary.path) == [])
    }

    @Test(arguments: StoreOperation.founding)
    func `the first write creates the folder and its parents`(_ operation: StoreOperation) async throws {
        let nested = StorageDirectory(path: folder.path + "/a/b//")
        #expect(await operation.run(in: nested) == nil)
        #expect(try Disk.names(in: folder.path + "/a/b") == [".lock", operation.fileName])
        #expect(try Disk.mode(of: folder.path + "/a/b") == 0o700)
        #expect(try Disk.mode(of: folder.path + "/a/b/" + operation.fileName) == 0o600)
        #expect(try Disk.mode(of: folder.path + "/a/b/.lock") == 0o600)
    }

    @Test(arguments: StoreOperation.allCases, ["", "/tmp/a\0b", "\0"])
    func `an invalid path is rejected`(_ operation: StoreOperation, _ path: String) async {
        let error = await operation.run(in: StorageDirectory(path: path))
        #expect(error == StorageError(store: operation.store, reason: .unsafeLocation(.invalidPath)))
    }

    @Test(arguments: StoreOperation.allCases, FolderObstacle.allCases)
    func `a file, pipe or link in place of the folder is rejected`(
        _ operation: StoreOperation,
        _ obstacle: FolderObstacle
    ) async throws {
        let refused = try await obstacle.make(in: temporary)
        let before = try Documents(in: StorageDirectory(path: temporary.path + "/target"))
        let error = StorageError(store: operation.store, reason: .unsafeLocation(obstacle.location))
        #expect(await operation.run(in: refused) == error)
        #expect(try Documents(in: StorageDirectory(path: temporary.path + "/target")) == before)
    }

    @Test(arguments: StoreOperation.founding)
    func `a folder below a link without a target names the link`(_ operation: StoreOperation) async throws {
        try Disk.makeLink(temporary.path + "/link", to: temporary.path + "/nowhere")
        let below = StorageDirectory(path: temporary.path + "/link/a")
        let error = await operation.run(in: below)
        #expect(error == StorageError(store: operation.store, reason: .unsafeLocation(.link)))
        #expect(!Disk.exists(temporary.path + "/nowhere"))
    }

    @Test(arguments: StoreOperation.founding)
    func `a folder in which the system creates no folders is not called a link`(_ operation: StoreOperation) async {
        // The system reports this below /proc.
        let files = FaultyFileSystem(failing: .makeFolder, code: ENOENT)
        let error = await operation.run(in: folder.on(files))
        #expect(error == StorageError(store: operation.store, reason: .failed(code: ENOENT)))
    }

    @Test(arguments: StoreOperation.allCases, [FileStatus.Kind.folder, .regular])
    func `a folder or document of another user is rejected`(
        _ operation: StoreOperation,
        _ kind: FileStatus.Kind
    ) async throws {
        try await StoreOperation.seed(folder)
        let files = FaultyFileSystem(changeStatus: { if $0.kind == kind { $0.isOwn = false } })
        try await operation.expectFailure(.unsafeLocation(.anotherOwner), in: folder.on(files))
    }

    @Test(arguments: [0o701, 0o710, 0o740, 0o755, 0o2750])
    func `a write makes an empty folder private if other users could access it`(_ mode: UInt32) async throws {
        try Disk.makeFolder(folder.path, mode: mode)
        #expect(await StoreOperation.load.run(in: folder) == nil)
        #expect(try Disk.mode(of: folder.path) == mode)
        #expect(await StoreOperation.save.run(in: folder) == nil)
        #expect(try Disk.mode(of: folder.path) & 0o777 == 0o700)
    }

    @Test func `a write makes a folder of stores private if other users could access it`() async throws {
        try await StoreOperation.seed(folder)
        try Disk.write([], to: folder.path + "/.accounts.store.tmp")
        try Disk.setMode(0o755, of: folder.path)
        try Disk.setMode(0o644, of: folder.path + "/session.json")
        for operation in StoreOperation.reading { #expect(await operation.run(in: folder) == nil) }
        #expect(try Disk.mode(of: folder.path) == 0o755)
        #expect(await StoreOperation.save.run(in: folder) == nil)
        #expect(try Disk.mode(of: folder.path) == 0o700)
        #expect(try Disk.mode(of: folder.path + "/session.json") == 0o600)
    }

    @Test(arguments: [0o644, 0o666, 0o640] as [UInt32])
    func `F7 every use makes the file of the accounts private if other users could access it`(_ mode: UInt32)
        async throws
    {
        try await StoreOperation.seed(folder)
        for operation in StoreOperation.allCases where operation.store == .accounts {
            try Disk.setMode(mode, of: folder.path + "/accounts.store")
            #expect(await operation.run(in: folder) == nil)
            #expect(try Disk.mode(of: folder.path + "/accounts.store") == 0o600, "\(operation)")
        }
    }

    @Test func `accounts stay readable if their file cannot be made private, such as on a read-only disk`() async throws
    {
        try await StoreOperation.seed(folder)
        try Disk.setMode(0o644, of: folder.path + "/accounts.store")
        let files = FaultyFileSystem(failing: .setMode, code: EROFS)
        #expect(await StoreOperation.find.run(in: folder.on(files)) == nil)
        #expect(await StoreOperation.update.run(in: folder.on(files))?.reason == .readOnly)
    }

    @Test(arguments: StoreOperation.allCases)
    func `a folder that other users can access is rejected if it contains other files`(
        _ operation: StoreOperation
    ) async throws {
        try await StoreOperation.seed(folder)
        try Disk.write([], to: folder.path + "/notes.txt")
        try Disk.setMode(0o755, of: folder.path)
        try await operation.expectFailure(.unsafeLocation(.otherFiles), in: folder)
        #expect(try Disk.mode(of: folder.path) == 0o755)
    }

    @Test(arguments: StoreOperation.allCases, [0o702, 0o720, 0o770, 0o777, 0o1777] as [UInt32])
    func `an empty folder that other users can write to is rejected`(
        _ operation: StoreOperation,
        _ mode: UInt32
    ) async throws {
        try Disk.makeFolder(folder.path, mode: mode)
        let error = StorageError(store: operation.store, reason: .unsafeLocation(.writableByOthers))
        #expect(await operation.run(in: folder) == error)
        #expect(try Disk.mode(of: folder.path) == mode)
        #expect(try Disk.names(in: folder.path) == [])
    }

    @Test func `a private folder may contain other files`() async throws {
        try Disk.makeFolder(folder.path)
        try Disk.write([1, 2, 3], to: folder.path + "/notes.txt")
        for operation in StoreOperation.allCases where operation != .update {
            #expect(await operation.run(in: folder) == nil)
        }
        #expect(try Disk.read(folder.path + "/notes.txt") == [1, 2, 3])
    }

    @Test(arguments: StoreOperation.allCases, FileObstacle.allCases)
    func `a link, pipe or folder in place of a store file is rejected, and is damage of a document`(
        _ operation: StoreOperation,
        _ obstacle: FileObstacle
    ) async throws {
        try await StoreOperation.seed(folder)
        let target = try obstacle.make(at: folder.path + "/" + operation.fileName, in: temporary)
        let before = try Disk.identity(of: target)
        let isDamage = operation.store != .accounts
        if isDamage, operation == .clear {
            #expect(await operation.run(in: folder) == nil)
            let path = folder.path + "/" + operation.fileName
            #expect(try Disk.identity(of: target == path ? path + ".damaged-1" : target) == before)
            #expect(!Disk.exists(path))
            return
        }
        let reason = isDamage ? StorageError.Reason.corrupt : .unsafeLocation(obstacle.location)
        let file: StorageError.File? = isDamage ? nil : .data
        #expect(await operation.run(in: folder) == StorageError(store: operation.store, reason: reason, file: file))
        #expect(try Disk.identity(of: target) == before)
    }

    @Test(arguments: StoreOperation.writing, FileObstacle.allCases)
    func `a link, pipe or folder in place of the lock is rejected`(
        _ operation: StoreOperation,
        _ obstacle: FileObstacle
    ) async throws {
        try await StoreOperation.seed(folder)
        let documents = try Documents(in: folder)
        let target = try obstacle.make(at: folder.path + "/.lock", in: temporary)
        let before = try Disk.identity(of: target)
        let reason = StorageError.Reason.unsafeLocation(obstacle.location)
        #expect(await operation.run(in: folder) == StorageError(store: operation.store, reason: reason, file: .lock))
        #expect(try Disk.identity(of: target) == before)
        #expect(try Documents(in: folder) == documents)
        // Once it is moved away, the next write creates the file.
        try #require(rename(folder.path + "/.lock", temporary.path + "/away") == 0)
        #expect(await operation.run(in: folder) == nil)
        #expect(try Disk.mode(of: folder.path + "/.lock") == 0o600)
    }

    @Test(arguments: StoreOperation.writing, [FileObstacle.link, .danglingLink, .fifo, .hardLink])
    func `a link or pipe in place of the temporary file is removed, but not its target`(
        _ operation: StoreOperation,
        _ obstacle: FileObstacle
    ) async throws {
        try await StoreOperation.seed(folder)
        let path = folder.path + "/." + operation.fileName + ".tmp"
        _ = try obstacle.make(at: path, in: temporary)
        #expect(await operation.run(in: folder) == nil)
        #expect(!Disk.exists(path))
        #expect(!Disk.exists(temporary.path + "/nowhere"))
        if obstacle == .link || obstacle == .hardLink {
            #expect(try Disk.read(temporary.path + "/target") == FileObstacle.targetBytes)
        }
    }

    @Test(arguments: StoreOperation.writing.filter { $0.store == .accounts })
    func `a folder in place of the temporary store file is moved aside`(_ operation: StoreOperation) async throws {
        try await StoreOperation.seed(folder)
        try await FileAccountRepository(folder: folder).insert(.stub(id: .stub("second")))
        try Disk.makeFolder(folder.path + "/.accounts.store.tmp")
        try Disk.write([1], to: folder.path + "/.accounts.store.tmp/inside")
        #expect(await operation.run(in: folder) == nil)
        try await FileAccountRepository(folder: folder).compact()
        #expect(try Disk.read(folder.path + "/accounts.store.damaged-1/inside") == [1])
    }

    @Test func `F4 a folder that has the name of a copy of an unfinished change is moved aside`() async throws {
        try await StoreOperation.seed(folder)
        let path = folder.path + "/accounts.store"
        let size = try StoreLayout(Disk.read(path)).frames[0].upperBound
        try Disk.write(try Disk.read(path)[..<size] + [1, 2, 3], to: path)
        try Disk.makeFolder(folder.path + "/accounts.torn-1")
        try Disk.write([1], to: folder.path + "/accounts.torn-1/inside")
        #expect(await StoreOperation.insert.run(in: folder) == nil)
        #expect(try Disk.read(folder.path + "/accounts.torn-1") == [1, 2, 3])
        #expect(try Disk.read(folder.path + "/accounts.store.damaged-1/inside") == [1])
    }

    @Test func `a compaction leaves a folder that has the name of a copy of an unfinished change`() async throws {
        try await StoreOperation.seed(folder)
        try Disk.makeFolder(folder.path + "/accounts.torn-7")
        try Disk.write([1], to: folder.path + "/accounts.torn-8")
        try await FileAccountRepository(folder: folder).compact()
        #expect(Disk.exists(folder.path + "/accounts.torn-7"))
        #expect(!Disk.exists(folder.path + "/accounts.torn-8"))
    }
}
