public import Domain
public import Persistence

extension AppComposition {
    /// Inspects every store of the app's folder without changing it.
    ///
    /// - Parameter progress: Called with the inspected share.
    /// - Returns: A finding for each store, or only for the sessions if the others are in a database; none if the
    ///   repositories are in memory, or the app was shut down.
    public func inspectStores(progress: @escaping StoreProgress = { _ in }) async -> [StoreFinding] {
        await run(orReturn: []) { useCases in
            guard let folder = useCases.folder else { return [] }
            let findings = await StoreInspector(folder: folder, progress: progress).inspect()
            return findings.filter { useCases.hasAccountsInFolder || $0.store == .session }
        }
    }

    /// Copies the readable accounts of a damaged store to another folder; the damaged store is not changed.
    ///
    /// - Parameters:
    ///   - path: The new folder, which must be empty or missing.
    ///   - progress: Called with the finished share.
    /// - Returns: The saved and the lost accounts.
    /// - Throws: `RepairError`. `.nothingToRepair` also means that the accounts are in memory or in a database.
    public func repairAccounts(
        to path: String,
        progress: @escaping StoreProgress = { _ in }
    ) async throws(RepairError) -> RepairReport {
        try await run(orThrow: .source(.closed(.accounts))) { useCases throws(RepairError) in
            guard let folder = useCases.folder, useCases.hasAccountsInFolder else { throw .nothingToRepair }
            let destination = StorageDirectory(path: path)
            return try await AccountRepair(from: folder, to: destination, progress: progress).run()
        }
    }

    /// Compacts the store of the accounts: deleted and replaced data is removed from its file.
    ///
    /// - Parameter progress: Called with the finished share.
    /// - Returns: The size of the file before and after, in bytes; 0 if there is none.
    /// - Throws: ``/Domain/StorageError``.
    public func compactAccounts(
        progress: @escaping StoreProgress = { _ in }
    ) async throws(StorageError) -> (before: Int, after: Int) {
        try await run(.accounts) { useCases throws(StorageError) in
            guard let folder = useCases.folder, useCases.hasAccountsInFolder else { return (0, 0) }
            let repository = FileAccountRepository(folder: folder)
            let before = try await repository.fileSize()
            try await repository.compact(progress: progress)
            return (before, try await repository.fileSize())
        }
    }
}
