import Domain
import Persistence
import TestSupport
import Testing

/// What cannot be read is an error for every method, and stays as it is.
@Suite struct DamagedDocumentTests {
    private let temporary = TemporaryFolders()

    @Test(arguments: StoreOperation.ofDocuments, Damage.allCases)
    func `a damaged document is an error and stays`(_ operation: StoreOperation, _ damage: Damage) async throws {
        let folder = temporary.next()
        try await StoreOperation.seed(folder)
        let path = folder.path + "/" + operation.documentName
        try Disk.write(damage.apply(to: try Disk.read(path), of: operation.store), to: path)
        let before = try Documents(in: folder)

        let error = await operation.run(in: folder)

        #expect(error == StorageError(store: operation.store, reason: .corrupt))
        #expect(try Documents(in: folder) == before)
    }

    @Test(arguments: StoreOperation.ofDocuments, [2, 3, Int.max])
    func `a newer document is an error and stays`(_ operation: StoreOperation, _ version: Int) async throws {
        let folder = temporary.next()
        try await StoreOperation.seed(folder)
        let line = #"{"format":"account-flow.\#(operation.store.rawValue)","new":[],"version":\#(version)}"#
        try Disk.write(Array("\(line)\nanything".utf8), to: folder.path + "/" + operation.documentName)
        let before = try Documents(in: folder)

        let error = await operation.run(in: folder)

        #expect(error == StorageError(store: operation.store, reason: .unsupportedVersion(version)))
        #expect(try Documents(in: folder) == before)
    }

    @Test(arguments: StoreOperation.ofDocuments)
    func `damage to one document is no matter of the others`(_ operation: StoreOperation) async throws {
        let folder = temporary.next()
        try await StoreOperation.seed(folder)
        for store in StorageError.Store.allCases where store != operation.store && store != .accounts {
            try Disk.write([], to: folder.path + "/" + store.rawValue + ".json")
        }
        #expect(await operation.run(in: folder) == nil)
    }

    @Test func `a document that grows while it is read is not read`() async throws {
        let folder = temporary.next()
        try await StoreOperation.seed(folder)
        // By what is said of its size, it has become a byte longer since.
        let files = FaultyFileSystem(changeStatus: { if $0.kind == .regular { $0.size -= 1 } })
        await #expect(throws: StorageError(store: .session, reason: .corrupt)) {
            try await FileSessionRepository(folder: folder, fileSystem: files).load()
        }
    }

    @Test func `no flip of a bit goes unnoticed`() async throws {
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

    @Test func `no cut goes unnoticed`() async throws {
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

    @Test(arguments: StoreOperation.ofDocuments)
    func `a document of more than a gibibyte is not read`(_ operation: StoreOperation) async throws {
        let folder = temporary.next()
        try Disk.makeFolder(folder.path)
        let path = folder.path + "/" + operation.documentName
        try Disk.makeEmptyFile(path, size: 1 << 30 + 1)
        let before = try Disk.identity(of: path)
        let files = FaultyFileSystem()
        let error = await operation.run(in: folder, files)
        #expect(error == StorageError(store: operation.store, reason: .corrupt))
        #expect(!files.operations.contains(.read))
        #expect(try Disk.identity(of: path) == before)
    }
}
