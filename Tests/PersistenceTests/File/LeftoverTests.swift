import AccountFlowTesting
import Domain
import Persistence
import TestSupport
import Testing

/// What a crash or an ended session leaves in the folder.
@Suite struct LeftoverTests {
    private let temporary = TemporaryFolder()
    private var folder: StorageDirectory { temporary.stores }

    @Test(arguments: StoreOperation.ofDocuments.filter(StoreOperation.writing.contains))
    func `the next write removes what a crash left`(_ operation: StoreOperation) async throws {
        try await StoreOperation.seed(folder)
        for store in StorageError.Store.allCases {
            try Disk.write([1], to: folder.path + "/.\(store.rawValue).json.tmp")
        }
        for reading in StoreOperation.reading { #expect(await reading.run(in: folder) == nil) }
        #expect(try Disk.names(in: folder.path).count == 1 + 2 * StorageError.Store.allCases.count)
        #expect(await operation.run(in: folder) == nil)
        #expect(try Disk.names(in: folder.path).filter { $0.hasSuffix(".tmp") } == [])
    }

    @Test func `clearing removes what a crash left of the first session`() async throws {
        try Disk.makeFolder(folder.path)
        try Disk.write(Array("token-1".utf8), to: folder.path + "/.session.json.tmp")
        try await FileSessionRepository(folder: folder).clear()
        #expect(try Disk.names(in: folder.path) == [".lock"])
    }

    @Test(arguments: StoreOperation.founding)
    func `a leftover that is no file is no obstacle to the first write`(_ operation: StoreOperation) async throws {
        try Disk.makeFolder(folder.path)
        try Disk.makeLink(folder.path + "/." + operation.fileName + ".tmp", to: temporary.path + "/nowhere")
        #expect(await operation.run(in: folder) == nil)
        #expect(try Disk.names(in: folder.path) == [".lock", operation.fileName])
        #expect(!Disk.exists(temporary.path + "/nowhere"))
    }

    @Test func `a document that cannot be read keeps what a crash left beside it`() async throws {
        try await StoreOperation.seed(folder)
        try Disk.write([], to: folder.path + "/session.json")
        try Disk.write([1], to: folder.path + "/.session.json.tmp")
        #expect(await StoreOperation.save.run(in: folder) != nil)
        #expect(try Disk.read(folder.path + "/.session.json.tmp") == [1])
    }

    @Test func `no byte of the token stays after clearing`() async throws {
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
