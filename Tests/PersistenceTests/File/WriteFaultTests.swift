import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of writes of documents when a system call fails.
@Suite struct WriteFaultTests {
    /// The writing operations on documents.
    ///
    /// The account store has tests of its own.
    private static let writing = StoreOperation.ofDocuments.filter(StoreOperation.writing.contains)

    private let temporary = TemporaryFolders()

    @Test(arguments: Self.writing)
    func `a fault at any step of a write is an error that changes nothing`(_ operation: StoreOperation) async throws {
        let seed = try await makeSeed()
        let steps = try await countSteps(of: operation, from: seed)
        try #require(steps > 10)
        for step in 0..<steps {
            let folder = temporary.next()
            try seed.restore(in: folder)

            let files = FaultyFileSystem(failingCall: step, code: EIO)
            let error = await operation.run(in: folder.on(files))

            let call = Comment("step \(step) of \(files.operations)")
            #expect(error == StorageError(store: operation.store, reason: .failed(code: EIO)), call)
            #expect(try Documents(in: folder) == seed, call)
            #expect(try Disk.names(in: folder.path).filter { $0.hasSuffix(".tmp") } == [], call)
            #expect(await operation.run(in: folder.on(FaultyFileSystem())) == nil, call)
            #expect(try Documents(in: folder) != seed, call)
        }
    }

    @Test(arguments: [StoreOperation.save, .record])
    func `a fault at any step of the first write leaves no document`(_ operation: StoreOperation) async throws {
        let counting = FaultyFileSystem()
        #expect(await operation.run(in: nested(temporary.next()).on(counting)) == nil)
        for step in counting.operations.indices {
            let folder = nested(temporary.next())

            let files = FaultyFileSystem(failingCall: step, code: EIO)
            let error = await operation.run(in: folder.on(files))

            let call = Comment("step \(step) of \(files.operations)")
            #expect(error == StorageError(store: operation.store, reason: .failed(code: EIO)), call)
            if Disk.exists(folder.path) {
                #expect(Set(try Disk.names(in: folder.path)).isSubset(of: [".lock"]), call)
            }
            #expect(await operation.run(in: folder.on(FaultyFileSystem())) == nil, call)
            #expect(try Disk.names(in: folder.path) == [".lock", operation.documentName], call)
        }
    }

    @Test(arguments: StoreOperation.writing)
    func `a write succeeds despite an interruption at any step`(_ operation: StoreOperation) async throws {
        let seed = try await makeSeed().only(operation.fileName)
        for step in 0..<(try await countSteps(of: operation, from: seed)) {
            let folder = temporary.next()
            try seed.restore(in: folder)
            #expect(await operation.run(in: folder.on(FaultyFileSystem(failingCall: step, code: EINTR))) == nil)
            #expect(try Documents(in: folder) != seed)
        }
    }

    @Test(arguments: Self.writing)
    func `two faults in a row leave no damaged document`(_ operation: StoreOperation) async throws {
        let seed = try await makeSeed()
        for step in 0..<(try await countSteps(of: operation, from: seed)) {
            let folder = temporary.next()
            try seed.restore(in: folder)
            let files = FaultyFileSystem(fault: { call, _ in call == step || call == step + 1 ? EIO : nil })
            #expect(await operation.run(in: folder.on(files)) != nil)
            for finding in await StoreInspector(folder: folder).inspect() {
                if case .unreadable(let reason) = finding.state { Issue.record("\(finding.store): \(reason)") }
            }
            #expect(await StoreOperation.save.run(in: folder.on(FaultyFileSystem())) == nil)
            #expect(try Disk.names(in: folder.path).filter { $0.hasSuffix(".tmp") } == [])
        }
    }

    @Test(arguments: [1, 2, 7, 64])
    func `short reads and writes lose no bytes`(_ portion: Int) async throws {
        let folder = temporary.next()
        let files = FaultyFileSystem(portion: portion)
        for operation in StoreOperation.founding {
            #expect(await operation.run(in: folder.on(files)) == nil)
        }
        let whole = temporary.next()
        for operation in StoreOperation.founding {
            #expect(await operation.run(in: whole) == nil)
        }
        let findings = await StoreInspector(folder: folder).inspect()
        #expect(findings == (await StoreInspector(folder: whole).inspect()))
        for operation in StoreOperation.reading {
            #expect(await operation.run(in: folder.on(files)) == nil)
        }
    }

    @Test(arguments: StoreOperation.replacing.filter { $0.store != .accounts })
    func `a write synchronises the file before its rename and the folder after it`(_ operation: StoreOperation)
        async throws
    {
        let folder = temporary.next()
        try await makeSeed().restore(in: folder)
        let files = FaultyFileSystem()
        #expect(await operation.run(in: folder.on(files)) == nil)
        let steps: [FileSystemOperation] = [.openFile(.creating), .setMode, .write, .synchronize, .move, .synchronize]
        #expect(files.operations.suffix(steps.count) == steps)
    }

    @Test(arguments: [StoreOperation.clear, .forget])
    func `the removal of a session is durable`(_ operation: StoreOperation) async throws {
        let folder = temporary.next()
        try await makeSeed().restore(in: folder)
        let files = FaultyFileSystem()
        #expect(await operation.run(in: folder.on(files)) == nil)
        #expect(files.operations.suffix(2) == [.removeFile, .synchronize])
    }

    @Test func `folders are synchronised before the lock file is created`() async throws {
        let folder = nested(temporary.next())
        let files = FaultyFileSystem()
        #expect(await StoreOperation.insert.run(in: folder.on(files)) == nil)
        let made = files.operations.prefix { $0 != .openFile(.locking) }
        // Two attempts fail for lack of a parent, and three create the folders. Each new name is synchronised.
        #expect(made.count { $0 == .makeFolder } == 5)
        #expect(made.count { $0 == .synchronize } >= 3)
    }

    @Test func `a new folder that cannot be synchronised is removed`() async throws {
        let folder = temporary.next()
        let files = FaultyFileSystem(failing: .synchronize, code: EIO)
        let error = await StoreOperation.insert.run(in: folder.on(files))
        #expect(error == StorageError(store: .accounts, reason: .failed(code: EIO)))
        #expect(!Disk.exists(folder.path))
    }

    @Test(
        arguments: [
            (EIO, .failed(code: EIO)), (ENOSPC, .full), (EINVAL, nil), (ENOTSUP, nil),
        ] as [(Int32, StorageError.Reason?)]
    )
    func `the name of an existing folder is synchronised if its parent supports it`(
        code: Int32,
        reason: StorageError.Reason?
    ) async throws {
        let files = SimulatedFileSystem()
        for path in ["/home", StoreOnSimulation.folder.path] { _ = try files.makeFolder(at: path, mode: 0o700) }
        files.fail { _, call in call.operation == .synchronize && call.name == "/home" ? .error(code) : nil }
        let error = await StoreOperation.insert.run(in: StoreOnSimulation.folder.on(files))
        #expect(error == reason.map { StorageError(store: .accounts, reason: $0) })
    }

    @Test func `a parent that this user may not read is not synchronised`() async throws {
        let files = SimulatedFileSystem()
        for path in ["/home", StoreOnSimulation.folder.path] { _ = try files.makeFolder(at: path, mode: 0o700) }
        files.fail { _, call in call.operation == .openFolder && call.name == "/home" ? .error(EACCES) : nil }
        #expect(await StoreOperation.insert.run(in: StoreOnSimulation.folder.on(files)) == nil)
    }

    @Test func `a folder with a lock file is not synchronised again`() async throws {
        let folder = temporary.next()
        #expect(await StoreOperation.insert.run(in: folder.on(FaultyFileSystem())) == nil)
        let files = FaultyFileSystem()
        #expect(await StoreOperation.delete.run(in: folder.on(files)) == nil)
        #expect(!files.operations.prefix { $0 != .openFile(.locking) }.contains(.synchronize))
    }

    private func nested(_ folder: StorageDirectory) -> StorageDirectory {
        StorageDirectory(path: folder.path + "/a/b", lockWait: folder.lockWait)
    }

    private func makeSeed() async throws -> Documents {
        let folder = temporary.next()
        try await StoreOperation.seed(folder)
        return try Documents(in: folder)
    }

    private func countSteps(of operation: StoreOperation, from seed: Documents) async throws -> Int {
        let folder = temporary.next()
        try seed.restore(in: folder)
        let files = FaultyFileSystem()
        try #require(await operation.run(in: folder.on(files)) == nil)
        return files.operations.count
    }
}
