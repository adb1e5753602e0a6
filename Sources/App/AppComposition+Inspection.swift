public import Domain
public import Persistence

extension AppComposition {
    /// Opens every store of the configured folder read-only and tells what is there.
    ///
    /// - Returns: One finding a store; none where the storage is in memory, which has nothing to be inspected.
    public func inspectStores() async -> [StoreFinding] {
        switch configuration.storage {
        case .inMemory: []
        case .folder(let path): await StoreInspector(folder: StoreFolder(path: path)).inspect()
        }
    }

    /// Saves what can be read of damaged accounts in the configured folder, which stays as it is, into another folder.
    ///
    /// - Parameter path: Where to write; the folder must be empty, and is made where there is none.
    /// - Returns: What was saved, and what was not.
    /// - Throws: `SalvageError.nothingToSalvage` where there is no store file, as in memory, or nothing in it that can
    ///   be told from damage; `.destinationInUse` where the folder to write to has something in it; `.source` where the
    ///   damaged store could not be looked at, and with `.closed` once the app is shut down; `.destination` where the
    ///   new one could not be written.
    public func salvageAccounts(to path: String) async throws(SalvageError) -> SalvageReport {
        guard life.begin() else { throw .source(StorageError(store: .accounts, reason: .closed)) }
        defer { life.end() }
        switch configuration.storage {
        case .inMemory: throw .nothingToSalvage
        case .folder(let source):
            return try await AccountSalvage(from: StoreFolder(path: source), to: StoreFolder(path: path)).run()
        }
    }

    /// Writes the accounts of the configured folder anew, without anything that was deleted or replaced.
    ///
    /// - Returns: The size of their file before and after, in octets; 0 where there is none, as in memory.
    /// - Throws: `StorageError` with `.busy`, `.full`, `.corrupt` or another
    ///   ``/Domain/StorageError/Reason-swift.enum``; then all accounts are as they were. It is `.closed` once the app
    ///   is shut down.
    public func compactAccounts() async throws(StorageError) -> (before: Int, after: Int) {
        guard life.begin() else { throw StorageError(store: .accounts, reason: .closed) }
        defer { life.end() }
        switch configuration.storage {
        case .inMemory: return (0, 0)
        case .folder(let path):
            let repository = FileAccountRepository(folder: StoreFolder(path: path))
            let before = try await repository.fileSize()
            try await repository.compact()
            return (before, try await repository.fileSize())
        }
    }
}
