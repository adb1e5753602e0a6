import Domain

/// Saves what can be read of damaged accounts into a new folder.
///
/// The damaged store is read and never written to. Every record and every frame whose checksum is right is taken, also
/// behind what is damaged, and the accounts that come of it are written like any other store. Sessions and agreements
/// are in documents of their own, and are left where they are.
///
/// All of the store file is in memory meanwhile. The store may be in use; what others write during it is not seen.
public struct AccountRepair: Sendable {
    private let worker: Worker

    /// Creates a repair; nothing is read before it runs.
    ///
    /// - Parameters:
    ///   - source: Where the damaged accounts are.
    ///   - destination: Where to write; the folder must be empty, and is made where there is none.
    public init(from source: StorageDirectory, to destination: StorageDirectory) {
        self.init(from: source, to: destination, fileSystem: LocalFileSystem())
    }

    package init(from source: StorageDirectory, to destination: StorageDirectory, fileSystem: any FileSystem) {
        worker = Worker(source: source, destination: destination, fileSystem: fileSystem)
    }

    /// Reads and writes.
    ///
    /// - Returns: What was saved, and what was not.
    /// - Throws: `RepairError.nothingToRepair` where there is no store file, or nothing in it that can be told from
    ///   damage; `.destinationInUse` where the folder to write to has something in it; `.source` where the damaged
    ///   store could not be looked at; `.destination` where the new one could not be written. Then there is no new
    ///   store, though perhaps a folder for it.
    public func run() async throws(RepairError) -> RepairReport {
        try await worker.run()
    }

    /// Works on a queue of its own, because files are waited for.
    private actor Worker {
        private let source: StorageDirectory
        private let destination: StorageDirectory
        private let fileSystem: any FileSystem
        private let executor = DispatchQueueExecutor(label: "Persistence.AccountRepair")

        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        init(source: StorageDirectory, destination: StorageDirectory, fileSystem: any FileSystem) {
            self.source = source
            self.destination = destination
            self.fileSystem = fileSystem
        }

        func run() throws(RepairError) -> RepairReport {
            let place = StorageLocation(folder: destination, fileSystem: fileSystem)
            guard try isEmpty(place) else { throw .destinationInUse }
            let found: (accounts: [Account], report: RepairReport)?
            do throws(StorageError) {
                found = try read()
            } catch {
                throw .source(error)
            }
            guard let found else { throw .nothingToRepair }
            try write(found.accounts, to: place)
            return found.report
        }

        private func read() throws(StorageError) -> (accounts: [Account], report: RepairReport)? {
            let place = StorageLocation(folder: source, fileSystem: fileSystem)
            guard let folder = try place.open(for: .accounts) else { return nil }
            let access = StoreAccess.reading(folder)
            guard let bytes = try folder.readStoreFile() else { return nil }
            return try bytes.withUnsafeBytes { bytes in
                Result { () throws(StorageError) in try Self.scan(bytes, mark: access.mark) }
            }.get().map { ($0.accounts, $0.report) }
        }

        /// Reads a store file, where its header is damaged by the number that the header or the mark may still have.
        private static func scan(
            _ bytes: UnsafeRawBufferPointer,
            mark: CommitMark?
        ) throws(StorageError) -> RepairScan? {
            let page = UnsafeRawBufferPointer(rebasing: bytes.prefix(StoreHeader.size))
            do throws(StoreHeader.Failure) {
                // What is missing at the end of the file says nothing against the rest.
                let header = try StoreHeader(page, fileSize: StoreHeader.maximumFileSize)
                let limit = mark?.endOfBroken(generation: header.generation)
                return RepairScan(bytes, header: header, generation: header.generation, limit: limit)
            } catch {
                switch error {
                case .newerVersion(let version):
                    throw StorageError(store: .accounts, reason: .unsupportedVersion(version))
                case .damaged:
                    return Set([StoreHeader.generation(inDamaged: page), mark?.generation]).compactMap { $0 }
                        .map { generation in
                            let limit = mark?.endOfBroken(generation: generation)
                            return RepairScan(bytes, header: nil, generation: generation, limit: limit)
                        }
                        .filter { $0.findings > 0 }
                        .max { $0.findings < $1.findings }
                }
            }
        }

        private func isEmpty(_ place: StorageLocation) throws(RepairError) -> Bool {
            do throws(StorageError) {
                guard let folder = try place.open(for: .accounts) else { return true }
                defer { folder.close() }
                // An earlier attempt that failed leaves the lock file, which others may be waiting for.
                return try folder.store.reporting(try fileSystem.names(in: folder.descriptor))
                    .allSatisfy { $0 == OpenFolder.lockName }
            } catch {
                // What is open to others and holds files of theirs is in use first of all.
                if error.reason == .unsafeLocation { return false }
                throw .destination(error)
            }
        }

        private func write(_ accounts: [Account], to place: StorageLocation) throws(RepairError) {
            let isWritten: Bool
            do throws(StorageError) {
                let folder = try place.prepare(for: .accounts)
                defer { folder.close() }
                let lock = try folder.lock(waitingFor: destination.lockWait)
                defer { fileSystem.closeFile(lock) }
                // Somebody else may have been quicker.
                let names = try folder.store.reporting(try fileSystem.names(in: folder.descriptor))
                isWritten = names == [OpenFolder.lockName]
                if isWritten { try AccountStore.makeFile(of: accounts, in: folder) }
            } catch {
                throw .destination(error)
            }
            guard isWritten else { throw .destinationInUse }
        }
    }
}

extension OpenFolder {
    /// Reads all of the store file, sound or not.
    ///
    /// - Returns: Its bytes, or nil where there is none.
    fileprivate func readStoreFile() throws(StorageError) -> [UInt8]? {
        let opened = try store.reportingUnlessMissing(
            try fileSystem.openFile(StoreFileName.store, in: descriptor, for: .reading)
        )
        guard let file = opened else { return nil }
        defer { fileSystem.closeFile(file) }
        let status = try store.reporting(try fileSystem.status(of: file))
        guard status.isOwnDocument else { throw store.unsafeLocation }
        return try store.read(status.size, at: 0, of: file, by: fileSystem)
    }
}
