import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of documents that are moved aside because they cannot be read.
@Suite struct StoreQuarantineTests {
    private static let documents = StorageError.Store.allCases.filter { $0 != .accounts }
    private static let lost = SignInAttempts(lostAt: .stub, policy: .standard)

    private let temporary = TemporaryFolders()

    /// Something in place of a document that cannot be read as one.
    enum Ruin: CaseIterable, Sendable {
        case garbage, truncated, flippedBit, newerVersion, empty, folder

        /// Ruins a document, and returns the bytes, or nil for a folder.
        func apply(to path: String) throws -> [UInt8]? {
            var bytes = try Disk.read(path)
            switch self {
            case .garbage: bytes = Array("\0garbage\n\u{1B}[2J".utf8)
            case .truncated: bytes.removeLast(20)
            case .flippedBit: bytes[bytes.count / 2] ^= 4
            case .newerVersion:
                let text = String(decoding: bytes, as: UTF8.self)
                bytes = Array(text.replacing(#""version":1,"#, with: #""version":99,"#).utf8)
            case .empty: bytes = []
            case .folder:
                try Disk.remove(path)
                try Disk.makeFolder(path)
                try Disk.write([1, 2, 3], to: path + "/inside")
                return nil
            }
            try Disk.write(bytes, to: path)
            return bytes
        }

        /// Returns whether a path has what ``apply(to:)`` has left there.
        func isPreserved(_ bytes: [UInt8]?, at path: String) throws -> Bool {
            try bytes.map { try Disk.read(path) == $0 } ?? (try Disk.read(path + "/inside") == [1, 2, 3])
        }
    }

    private func quarantine(_ store: StorageError.Store, in folder: StorageDirectory) async throws -> Bool {
        try await FileStoreQuarantine(folder: folder).quarantine(store, startingWith: Self.lost)
    }

    private func path(_ store: StorageError.Store, in folder: StorageDirectory) -> String {
        folder.path + "/\(store.rawValue).json"
    }

    @Test func `a folder in place of a leftover is moved aside by the next write`() async throws {
        let folder = temporary.next()
        try await StoreOperation.seed(folder)
        for name in [".session.json.tmp", ".consents.json.tmp"] {
            try Disk.makeFolder(folder.path + "/" + name)
            try Disk.write([1, 2, 3], to: folder.path + "/\(name)/inside")
        }
        let session = Session.stub(token: AccessToken("next"))
        try await FileSessionRepository(folder: folder).save(session)
        #expect(try await FileSessionRepository(folder: folder).active() == session)
        for name in ["session.json.damaged-1", "consents.json.damaged-1"] {
            #expect(try Disk.read(folder.path + "/\(name)/inside") == [1, 2, 3])
        }
    }

    @Test(arguments: Self.documents, Ruin.allCases)
    func `a document that cannot be read is moved aside, and every other file stays`(
        _ store: StorageError.Store,
        _ ruin: Ruin
    ) async throws {
        let folder = temporary.next()
        try await StoreOperation.seed(folder)
        let path = path(store, in: folder)
        var ruins: [[UInt8]?] = []
        for number in 1...3 {
            let others = try Documents(in: folder, except: store)
            ruins.append(try ruin.apply(to: path))
            if ruin != .folder { try Disk.setMode(0o644, of: path) }

            #expect(try await quarantine(store, in: folder))

            // An earlier document stays where it is.
            for (place, bytes) in ruins.enumerated() {
                #expect(try ruin.isPreserved(bytes, at: path + ".damaged-\(place + 1)"))
            }
            if ruin != .folder { #expect(try Disk.mode(of: path + ".damaged-\(number)") == 0o600) }
            #expect(Disk.exists(path) == (store == .attempts))
            #expect(try Documents(in: folder, except: store) == others)
            #expect(try await quarantine(store, in: folder) == false)
            for operation in StoreOperation.ofDocuments { #expect(await operation.run(in: folder) == nil) }
            try await seedDocuments(in: folder)
        }
    }

    @Test func `a name that something else has is left out`() async throws {
        let folder = temporary.next()
        try await StoreOperation.seed(folder)
        let path = path(.session, in: folder)
        try Disk.write([], to: path)
        try Disk.makeFolder(path + ".damaged-1")
        try Disk.write([1], to: path + ".damaged-\(Int.max)")
        #expect(try await quarantine(.session, in: folder))
        #expect(try Disk.read(path + ".damaged-2") == [])
        #expect(try Disk.read(path + ".damaged-\(Int.max)") == [1])
    }

    @Test func `the failed sign-ins start over with every account throttled`() async throws {
        let folder = temporary.next()
        try await StoreOperation.seed(folder)
        try Disk.write([], to: path(.attempts, in: folder))
        #expect(try await quarantine(.attempts, in: folder))
        #expect(try await FileAttemptRepository(folder: folder).update { $0 } == Self.lost)
    }

    @Test(arguments: StorageError.Store.allCases)
    func `a store that is missing or can be read stays, and so do damaged accounts`(_ store: StorageError.Store)
        async throws
    {
        let folder = temporary.next()
        #expect(try await quarantine(store, in: folder) == false)
        #expect(!Disk.exists(folder.path))
        try await StoreOperation.seed(folder)
        let seed = try Documents(in: folder)
        #expect(try await quarantine(store, in: folder) == false)
        #expect(try Documents(in: folder) == seed)

        try Disk.write([], to: folder.path + "/accounts.store")
        #expect(try await quarantine(.accounts, in: folder) == false)
        #expect(try Disk.read(folder.path + "/accounts.store") == [])
    }

    @Test(arguments: Self.documents, [FileObstacle.link, .danglingLink, .fifo, .socket, .hardLink])
    func `a link, pipe or socket in place of a document is moved aside, and its target stays`(
        _ store: StorageError.Store,
        _ obstacle: FileObstacle
    ) async throws {
        let own = TemporaryFolder()
        try await StoreOperation.seed(own.stores)
        let path = path(store, in: own.stores)
        _ = try obstacle.make(at: path, in: own)
        try Disk.setMode(0o644, of: own.path + "/target")
        let (before, target) = (try Disk.identity(of: path), try Disk.identity(of: own.path + "/target"))
        #expect(try await quarantine(store, in: own.stores))
        #expect(try Disk.identity(of: path + ".damaged-1") == before)
        #expect(try Disk.identity(of: own.path + "/target") == target)
        for operation in StoreOperation.ofDocuments { #expect(await operation.run(in: own.stores) == nil) }
    }

    @Test(arguments: [FileObstacle.link, .danglingLink, .fifo, .socket, .hardLink])
    func `a sign-out ends with a link, pipe or socket in place of the session`(_ obstacle: FileObstacle) async throws {
        let own = TemporaryFolder()
        try await StoreOperation.seed(own.stores)
        _ = try obstacle.make(at: path(.session, in: own.stores), in: own)
        try Disk.setMode(0o644, of: own.path + "/target")
        let sessions = FileSessionRepository(folder: own.stores)
        try await sessions.clear()
        #expect(try await sessions.active() == nil)
        #expect(Disk.exists(path(.session, in: own.stores) + ".damaged-1"))
        #expect(try Disk.read(own.path + "/target") == FileObstacle.targetBytes)
        #expect(try Disk.mode(of: own.path + "/target") == 0o644)
    }

    @Test(arguments: Self.documents)
    func `a fault at any step is an error that changes nothing`(_ store: StorageError.Store) async throws {
        let seed = temporary.next()
        try await StoreOperation.seed(seed)
        try Disk.write([7], to: path(store, in: seed))
        let damaged = try Documents(in: seed)
        let counting = FaultyFileSystem()
        let first = temporary.next()
        try damaged.restore(in: first)
        #expect(try await quarantine(store, in: first.on(counting)))
        for step in counting.operations.indices {
            let folder = temporary.next()
            try damaged.restore(in: folder)
            let files = FaultyFileSystem(failingCall: step, code: EIO)
            await #expect(throws: StorageError(store: store, reason: .failed(code: EIO)), "\(files.operations)") {
                try await quarantine(store, in: folder.on(files))
            }
            #expect(try Documents(in: folder) == damaged, "step \(step) of \(files.operations)")
            #expect(try await quarantine(store, in: folder))
            #expect(try Disk.read(path(store, in: folder) + ".damaged-1") == [7])
        }
    }

    @Test(arguments: Self.documents)
    func `a crash at any step loses no byte of the document`(_ store: StorageError.Store) async throws {
        let folder = StorageDirectory(path: "/home/stores")
        let seed = SimulatedFileSystem()
        try await seedDocuments(in: folder.on(seed))
        let name = store.rawValue + ".json"
        try write([0], at: 100, to: name, on: seed)
        let damaged = try #require(try read(name, on: seed))

        let recorder = CrashRecorder {}
        let files = SimulatedFileSystem(disk: seed.survivors(.dropAll).disk, hooks: recorder.hooks)
        #expect(try await quarantine(store, in: folder.on(files)))
        try #require(!recorder.points.isEmpty)
        let policies = CrashPolicy.certain + CrashPolicy.random(Thoroughness.count(2, change: 10, soak: 100), seed: 7)
        for policy in policies {
            for (step, point) in recorder.points.enumerated() {
                let survivor = SimulatedFileSystem(disk: point.disk.survivor(policy))
                let found = [try read(name, on: survivor), try read(name + ".damaged-1", on: survivor)]
                #expect(found.contains(damaged), "\(policy), step \(step)")
                if found[0] == damaged { #expect(try await quarantine(store, in: folder.on(survivor))) }
                for operation in StoreOperation.ofDocuments {
                    #expect(await operation.run(in: folder.on(survivor)) == nil, "\(policy), step \(step)")
                }
            }
            #expect(try read(name + ".damaged-1", on: files.survivors(policy)) == damaged, "\(policy)")
        }
    }

    private func seedDocuments(in folder: StorageDirectory) async throws {
        for operation in StoreOperation.founding where operation.store != .accounts {
            #expect(await operation.run(in: folder) == nil)
        }
    }

    private func read(_ name: String, on files: SimulatedFileSystem) throws -> [UInt8]? {
        let folder = try files.openFolder(at: "/home/stores", followsLink: false)
        defer { files.closeFile(folder) }
        guard try files.names(in: folder).contains(name) else { return nil }
        let file = try files.openFile(name, in: folder, for: .reading)
        defer { files.closeFile(file) }
        return try files.readBytes(upTo: 100_000, at: 0, from: file)
    }

    private func write(_ bytes: [UInt8], at offset: Int, to name: String, on files: SimulatedFileSystem) throws {
        let folder = try files.openFolder(at: "/home/stores", followsLink: false)
        defer { files.closeFile(folder) }
        let file = try files.openFile(name, in: folder, for: .writing)
        defer { files.closeFile(file) }
        _ = try files.writeBytes(bytes[...], at: offset, to: file)
        try files.synchronize(file)
    }

    @Test(arguments: [false, true])
    func `clearing removes a session that cannot be read, with its token`(isNewer: Bool) async throws {
        let folder = temporary.next()
        let sessions = FileSessionRepository(folder: folder)
        try await sessions.save(.stub(token: AccessToken("a token that is nowhere else")))
        _ = try (isNewer ? Ruin.newerVersion : .flippedBit).apply(to: path(.session, in: folder))
        await #expect(throws: StorageError.self) { try await sessions.active() }
        try await sessions.clear()
        #expect(try await sessions.active() == nil)
        #expect(try Disk.names(in: folder.path) == [".lock"])
    }

    @Test func `a folder that is open to others may hold documents that were moved aside`() async throws {
        let folder = temporary.next()
        try await StoreOperation.seed(folder)
        try Disk.write([], to: path(.session, in: folder))
        #expect(try await quarantine(.session, in: folder))
        try Disk.setMode(0o755, of: folder.path)
        #expect(await StoreOperation.save.run(in: folder) == nil)
        #expect(try Disk.mode(of: folder.path) == 0o700)
        try Disk.write([], to: folder.path + "/session.json.damaged-x")
        try Disk.setMode(0o755, of: folder.path)
        #expect(await StoreOperation.save.run(in: folder)?.reason == .unsafeLocation(.otherFiles))
    }
}
