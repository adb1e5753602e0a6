public import Domain
public import Persistence

extension AppComposition {
    /// Opens every store of the app's folder read-only and tells what is there.
    ///
    /// - Returns: One finding a store; none where the repositories are on no folder, which leaves nothing to inspect.
    public func inspectStores() async -> [StoreFinding] {
        guard let folder else { return [] }
        return await StoreInspector(folder: folder).inspect()
    }

    /// Saves what can be read of damaged accounts in the app's folder, which stays as it is, into another folder.
    ///
    /// - Parameter path: Where to write; the folder must be empty, and is made where there is none.
    /// - Returns: What was saved, and what was not.
    /// - Throws: `RepairError.nothingToRepair` where there is no store file, as without a folder, or nothing in it
    ///   that can be told from damage; `.destinationInUse` where the folder to write to has something in it; `.source`
    ///   where the damaged store could not be looked at; `.destination`
    ///   where the new one could not be written.
    public func repairAccounts(to path: String) async throws(RepairError) -> RepairReport {
        try await lifetime.run(orThrow: .source(.accountsClosed)) { () async throws(RepairError) in
            guard let folder else { throw .nothingToRepair }
            return try await AccountRepair(from: folder, to: StorageDirectory(path: path)).run()
        }
    }

    /// Writes the accounts of the app's folder anew, without anything that was deleted or replaced.
    ///
    /// - Returns: The size of their file before and after, in bytes; 0 where there is none, as without a folder.
    /// - Throws: `StorageError`; then all accounts are as they were. It is `.closed` once the app
    ///   is shut down.
    public func compactAccounts() async throws(StorageError) -> (before: Int, after: Int) {
        try await lifetime.run(orThrow: .accountsClosed) { () async throws(StorageError) in
            guard let folder else { return (0, 0) }
            let repository = FileAccountRepository(folder: folder)
            let before = try await repository.fileSize()
            try await repository.compact()
            return (before, try await repository.fileSize())
        }
    }
}
