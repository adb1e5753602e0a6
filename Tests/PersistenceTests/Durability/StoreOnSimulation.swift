import AccountFlowTesting
import Domain
import Persistence

/// The account store on a simulated system.
enum StoreOnSimulation {
    /// Waiting takes no time there, so there is a lot of it.
    static let folder = StorageDirectory(path: "/home/stores", lockWait: .seconds(200))

    static func open(_ files: SimulatedFileSystem, erasePolicy: ErasePolicy = .deferred) -> FileAccountRepository {
        FileAccountRepository(folder: folder, erasePolicy: erasePolicy, fileSystem: files)
    }

    /// Puts the document of an older version there, which has one account, for good.
    static func seedDocument(on files: SimulatedFileSystem) async throws {
        // The folder with all that leads there.
        try await open(files).insert(.stub())
        await open(files).waitForBackgroundWork()
        let folder = try files.openFolder(at: folder.path, followsLink: false)
        defer { files.closeFile(folder) }
        for name in try files.names(in: folder) { try files.removeFile(name, in: folder) }
        let document = try files.openFile("accounts.json", in: folder, for: .creating)
        defer { files.closeFile(document) }
        let kim = #"[{"id":"kim","profile":{},"passwordHash":"x","createdAt":0}]"#
        _ = try files.writeBytes(Documents.make(.accounts, payload: kim)[...], to: document)
        for file in [document, folder] { try files.synchronize(file) }
    }

    /// Every account.
    static func accounts(in repository: any AccountRepository) async throws(StorageError) -> [Account] {
        try await repository.page(after: nil, limit: 1_000_000)
    }

    /// Opens what a crash has left.
    ///
    /// - Returns: What is wrong with it, or nil where nothing is.
    static func violation(in files: SimulatedFileSystem, _ entry: AccountLedger.Entry) async -> String? {
        do throws(StorageError) {
            return entry.violation(in: try await accounts(in: open(files)))
        } catch {
            return "it does not open: \(error)"
        }
    }
}
