import Domain

/// Looks at every store of a folder, all of it down to the checksum, and changes nothing.
public struct StoreInspector: Sendable {
    private let reader: Reader

    /// Creates an inspector; nothing is read before the first call.
    ///
    /// - Parameter folder: Where the stores are kept.
    public init(folder: StorageDirectory) {
        self.init(folder: folder, fileSystem: LocalFileSystem())
    }

    package init(folder: StorageDirectory, fileSystem: any FileSystem) {
        reader = Reader(folder: folder, fileSystem: fileSystem)
    }

    /// Reads every store.
    ///
    /// - Returns: One finding a store, in the order of `StorageError.Store.allCases`.
    public func inspect() async -> [StoreFinding] {
        await reader.inspect()
    }

    /// Reads on a queue of its own, because files are waited for.
    private actor Reader {
        private let folder: StorageDirectory
        private let fileSystem: any FileSystem
        private let executor = DispatchQueueExecutor(label: "Persistence.StoreInspector")

        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        init(folder: StorageDirectory, fileSystem: any FileSystem) {
            self.folder = folder
            self.fileSystem = fileSystem
        }

        func inspect() -> [StoreFinding] {
            StorageError.Store.allCases.map { store in
                switch store {
                case .accounts: AccountStoreInspection(folder: folder, fileSystem: fileSystem).finding
                case .session: finding(for: SessionSlot.self)
                case .consents: finding(for: ConsentTable.self)
                case .pendingOperations: finding(for: PendingOperationTable.self)
                case .attempts: finding(for: SignInAttempts.self)
                }
            }
        }

        private func finding<Content: StoredContent>(for content: Content.Type) -> StoreFinding {
            StoreFinding(store: Content.store, state: state(of: content))
        }

        private func state<Content: StoredContent>(of content: Content.Type) -> StoreFinding.State {
            do {
                guard let content = try DocumentFile<Content>(folder: folder, fileSystem: fileSystem).read() else {
                    return .absent
                }
                return .readable(version: DocumentFormat<Content>.version, records: content.records.count)
            } catch {
                return .unreadable(error.reason)
            }
        }
    }
}
