import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of documents that cannot be read.
@Suite struct DamagedDocumentTests {
    private let temporary = TemporaryFolders()

    @Test(arguments: StoreOperation.decoding, Damage.allCases)
    func `reading or writing a damaged document throws an error and does not change it`(
        _ operation: StoreOperation,
        _ damage: Damage
    ) async throws {
        let folder = temporary.next()
        try await StoreOperation.seed(folder)
        let path = folder.path + "/" + operation.documentName
        try Disk.write(damage.apply(to: try Disk.read(path), of: operation.store), to: path)
        try await operation.expectFailure(.corrupt, in: folder)
    }

    @Test(arguments: StoreOperation.decoding, [2, 3, Int.max])
    func `reading or writing a newer document throws an error and does not change it`(
        _ operation: StoreOperation,
        _ version: Int
    ) async throws {
        let folder = temporary.next()
        try await StoreOperation.seed(folder)
        let line = #"{"format":"account-flow.\#(operation.store.rawValue)","new":[],"version":\#(version)}"#
        try Disk.write(Array("\(line)\nanything".utf8), to: folder.path + "/" + operation.documentName)
        try await operation.expectFailure(.unsupportedVersion(version), in: folder)
    }

    @Test(arguments: StoreOperation.ofDocuments)
    func `damage to one document does not affect the others`(_ operation: StoreOperation) async throws {
        let folder = temporary.next()
        try await StoreOperation.seed(folder)
        for store in StorageError.Store.allCases where store != operation.store && store != .accounts {
            try Disk.write([], to: folder.path + "/" + store.rawValue + ".json")
        }
        #expect(await operation.run(in: folder) == nil)
    }

    @Test(arguments: [
        [(#""isActive":false"#, #""isActive":true"#)],
        [(#""id":"SECOND""#, #""id":"FIRST""#)],
        [(#""accountID":"lee""#, #""accountID":"kim""#)],
        [(#""id":"SECOND""#, #""id":"second""#)],
        [(#""signOutScope":"everywhere""#, #""signOutScope":"nowhere""#)],
        [(#""signOutScope":"everywhere","#, "")],
        [(#""signedOutAt":785000000.1234567,"#, "")],
        [(#""token":"t1""#, #""tokenDigest":"00""#)],
        [(#""token":"t1""#, #""token":"t1","tokenDigest":"00""#)],
    ])
    func `sessions that contradict each other are damaged`(changes: [(old: String, new: String)]) async throws {
        let folder = temporary.next()
        let repository = FileSessionRepository(folder: folder)
        let (first, second) = (SessionID.stub("1"), SessionID.stub("2"))
        try await repository.update { sessions in
            sessions.begin(.stub(id: first, accountID: .stub("lee"), token: AccessToken("t1")))
            sessions.begin(.stub(id: second, accountID: .stub("kim")))
            let ended = Session.stub(id: .stub("3"), accountID: .stub("park"), token: AccessToken("t3"))
            sessions.enqueue(PendingSignOut(ended, everywhere: true, signedOutAt: .stub))
        }
        let path = folder.path + "/session.json"
        var payload = try String(decoding: Disk.read(path), as: UTF8.self).split(separator: "\n", maxSplits: 1)[1]
        for change in changes {
            func spell(_ text: String) -> String {
                text.replacing("FIRST", with: first.digits).replacing("SECOND", with: second.digits)
            }
            let range = try #require(payload.firstRange(of: spell(change.old)), "\(payload)")
            payload.replaceSubrange(range, with: spell(change.new))
        }
        try Disk.write(Documents.make(.session, payload: String(payload)), to: path)
        await #expect(throws: StorageError(store: .session, reason: .corrupt)) { try await repository.load() }
    }

    @Test(
        arguments: [StoreOperation.load, .all, .pending, .attempt],
        [#""nan""#, #""+infinity""#, "1e300", "-63114076801", "252423993600"]
    )
    func `a date that no store accepts is damage`(_ operation: StoreOperation, _ date: String) async throws {
        let folder = temporary.next()
        try await StoreOperation.seed(folder)
        let path = folder.path + "/" + operation.documentName
        let payload = try String(decoding: Disk.read(path), as: UTF8.self).split(separator: "\n", maxSplits: 1)[1]
        let dates = payload.ranges(of: "785000000.1234567")
        #expect(!dates.isEmpty)
        for range in dates {
            let changed = payload.replacingCharacters(in: range, with: date)
            try Disk.write(Documents.make(operation.store, payload: changed), to: path)
            try await operation.expectFailure(.corrupt, in: folder)
        }
    }

    @Test func `a document of another size than its first line says is an error`() async throws {
        let folder = temporary.next()
        try await StoreOperation.seed(folder)
        let files = FaultyFileSystem(changeStatus: { if $0.kind == .regular { $0.size -= 1 } })
        await #expect(throws: StorageError(store: .session, reason: .corrupt)) {
            try await FileSessionRepository(folder: folder.on(files)).load()
        }
    }

    @Test func `every flipped bit is detected`() async throws {
        let folder = temporary.next()
        try await StoreOperation.seed(folder)
        let path = folder.path + "/session.json"
        let repository = FileSessionRepository(folder: folder)
        let whole = try Disk.read(path)
        for place in whole.indices {
            for bit in 0..<8 {
                var damaged = whole
                damaged[place] ^= 1 << bit
                try Disk.write(damaged, to: path)
                await #expect(throws: StorageError.self, "bit \(bit) of byte \(place)") {
                    try await repository.load()
                }
            }
        }
    }

    @Test func `every truncation is detected`() async throws {
        let folder = temporary.next()
        try await StoreOperation.seed(folder)
        let path = folder.path + "/session.json"
        let repository = FileSessionRepository(folder: folder)
        let whole = try Disk.read(path)
        for count in whole.indices {
            try Disk.write(Array(whole.prefix(count)), to: path)
            await #expect(throws: StorageError(store: .session, reason: .corrupt), "cut to \(count) bytes") {
                try await repository.load()
            }
        }
    }

    @Test(arguments: StoreOperation.decoding)
    func `a document of more than a gibibyte is not read`(_ operation: StoreOperation) async throws {
        let folder = temporary.next()
        try Disk.makeFolder(folder.path)
        let path = folder.path + "/" + operation.documentName
        try Disk.makeEmptyFile(path, size: 1 << 30 + 1)
        let before = try Disk.identity(of: path)
        let files = FaultyFileSystem()
        #expect(await operation.run(in: folder.on(files)) == StorageError(store: operation.store, reason: .corrupt))
        #expect(!files.operations.contains(.read))
        #expect(try Disk.identity(of: path) == before)
    }
}

/// Tests of temporary files after a crash, and of the remains of a cleared session.
@Suite struct LeftoverTests {
    private let temporary = TemporaryFolder()
    private var folder: StorageDirectory { temporary.stores }

    @Test(arguments: StoreOperation.ofDocuments.filter(StoreOperation.writing.contains))
    func `the next write removes the temporary files of a crash`(_ operation: StoreOperation) async throws {
        try await StoreOperation.seed(folder)
        let stores = StorageError.Store.allCases.filter { $0 != .accounts }
        for store in stores { try Disk.write([1], to: folder.path + "/.\(store.rawValue).json.tmp") }
        for reading in StoreOperation.reading { #expect(await reading.run(in: folder) == nil) }
        #expect(try Disk.names(in: folder.path).count == 2 + 2 * stores.count)
        #expect(await operation.run(in: folder) == nil)
        #expect(try Disk.names(in: folder.path).filter { $0.hasSuffix(".tmp") } == [])
    }

    @Test func `clearing removes the temporary file of a crash during the first save`() async throws {
        try Disk.makeFolder(folder.path)
        try Disk.write(Array("token-1".utf8), to: folder.path + "/.session.json.tmp")
        try await FileSessionRepository(folder: folder).clear()
        #expect(try Disk.names(in: folder.path) == [".lock"])
    }

    @Test(arguments: StoreOperation.founding)
    func `a temporary name that is not a regular file does not prevent the first write`(_ operation: StoreOperation)
        async throws
    {
        try Disk.makeFolder(folder.path)
        try Disk.makeLink(folder.path + "/." + operation.fileName + ".tmp", to: temporary.path + "/nowhere")
        #expect(await operation.run(in: folder) == nil)
        #expect(try Disk.names(in: folder.path) == [".lock", operation.fileName])
        #expect(!Disk.exists(temporary.path + "/nowhere"))
    }

    @Test func `a write to an unreadable document does not remove a temporary file left by a crash`() async throws {
        try await StoreOperation.seed(folder)
        try Disk.write([], to: folder.path + "/session.json")
        try Disk.write([1], to: folder.path + "/.session.json.tmp")
        #expect(await StoreOperation.save.run(in: folder) != nil)
        #expect(try Disk.read(folder.path + "/.session.json.tmp") == [1])
    }

    @Test func `the token is in no file after clearing`() async throws {
        let repository = FileSessionRepository(folder: folder)
        let token = "a token that is nowhere else"
        try await repository.save(.stub(token: AccessToken(token)))
        #expect(try holds(token))
        try await repository.clear()
        #expect(try !holds(token))
        #expect(try Disk.names(in: folder.path) == [".lock"])
    }

    private func holds(_ text: String) throws -> Bool {
        try Disk.names(in: folder.path).contains { name in
            String(decoding: try Disk.read(folder.path + "/" + name), as: UTF8.self).contains(text)
        }
    }
}
