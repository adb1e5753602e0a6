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
