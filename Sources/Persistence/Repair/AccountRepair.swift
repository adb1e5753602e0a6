import Dispatch
public import Domain

/// The reason why nothing was repaired.
public enum RepairError: Error, Hashable, Sendable {
    /// There is no store file.
    case nothingToRepair

    /// The header is damaged, and so is its generation there and in the lock file, or all records and changes are.
    case noHeader

    /// The destination is a folder that is not empty.
    case destinationInUse

    /// The damaged store cannot be read.
    case source(StorageError)

    /// The new store cannot be written.
    case destination(StorageError)
}

/// The result of a repair.
public struct RepairReport: Hashable, Sendable {
    /// The number of saved accounts.
    ///
    /// If the deletion or the last change of an account is missing, its previous state is saved.
    public let accounts: Int

    /// The least number of unreadable accounts; later changes may have saved some of them.
    public let lostRecords: Int

    /// The number of missing frames of the journal, up to the last one that was found or is known to have been stored;
    /// each has one or more changes.
    public let missingFrames: Int

    /// The number of unreadable bytes that should be part of the accounts.
    public let unreadableBytes: Int

    package init(accounts: Int, lostRecords: Int, missingFrames: Int, unreadableBytes: Int) {
        self.accounts = accounts
        self.lostRecords = lostRecords
        self.missingFrames = missingFrames
        self.unreadableBytes = unreadableBytes
    }
}

/// A repair that saves the readable accounts of a damaged store in a new folder.
///
/// It uses every record and every frame with a valid checksum, including those after damage. It never writes to the damaged
/// store, which may be in use. Zeros take no memory. What is behind a hole of more than a gibibyte is ignored, and other
/// stores are not copied.
public struct AccountRepair: Sendable {
    private let source: StorageDirectory
    private let destination: StorageDirectory
    private let progress: StoreProgress

    /// Creates a repair; it does not use the disk before it runs.
    ///
    /// - Parameters:
    ///   - source: The directory of the damaged accounts.
    ///   - destination: The directory of the new store, which must be empty or missing.
    ///   - progress: Called with the finished share, of which the search in the old file is three quarters. If that file
    ///     has no valid header, the search can begin again.
    public init(
        from source: StorageDirectory,
        to destination: StorageDirectory,
        progress: @escaping StoreProgress = { _ in }
    ) {
        self.source = source
        self.destination = destination
        self.progress = progress
    }

    /// Reads the damaged store and writes the new one.
    ///
    /// - Returns: The numbers of saved and of missing accounts.
    /// - Throws: ``RepairError``; in that case, there is no new store, but perhaps a folder for it.
    public func run() async throws(RepairError) -> RepairReport {
        try await DispatchQueue(label: "Persistence.AccountRepair").run { () throws(RepairError) in try self.repair() }
    }

    private func repair() throws(RepairError) -> RepairReport {
        guard try isDestinationEmpty() else { throw .destinationInUse }
        let found: (accounts: [Account], report: RepairReport)?
        do throws(StorageError) {
            found = try read()
        } catch {
            throw error.reason == .corrupt ? .noHeader : .source(error)
        }
        guard let found else { throw .nothingToRepair }
        try write(found.accounts)
        return found.report
    }

    private func read() throws(StorageError) -> (accounts: [Account], report: RepairReport)? {
        guard let folder = try source.open(for: .accounts) else { return nil }
        let access = StoreAccess(reading: folder)
        guard let file = try folder.openFile(StoreFileName.store, for: .reading) else {
            // This throws if the lock file proves that there was a store.
            _ = try StoreFile.open(in: folder, for: .reading, provedBy: access.pointer)
            return nil
        }
        defer { folder.fileSystem.closeFile(file) }
        let status = try folder.ownStatus(of: file, StoreFileName.store)
        let end = folder.fileSystem.endOfData(in: file, size: status.size, longestHole: Self.longestHole)
        let size = try Self.sizeWithoutZeros(of: file, upTo: min(status.size, end + StoreHeader.size), in: folder)
        guard size > 0 else { throw folder.store.corrupt }
        let loaded = try folder.load(size, of: file)
        let scan = try withExtendedLifetime(loaded) { () throws(StorageError) in
            try self.scan(loaded.bytes, access.pointer)
        }
        return (scan.accounts, scan.report)
    }

    /// The longest hole behind which a repair looks for more; far more than the space that a store reserves.
    private static let longestHole = 1 << 30

    /// Returns the size of a file without the zeros at its end, which may be far more than its contents.
    private static func sizeWithoutZeros(
        of file: FileDescriptor,
        upTo size: Int,
        in folder: OpenFolder
    ) throws(StorageError) -> Int {
        var end = size
        while end > 0 {
            let start = max(0, end - StoreView.largestChunk)
            let chunk = try folder.read(end - start, at: start, of: file)
            // An index can end in zeros, but in fewer than a page has.
            if let last = chunk.withBytes(JournalRest.lastNonZero) { return min(size, start + last + StoreHeader.size) }
            end = start
        }
        return 0
    }

    /// Scans a store file; if its header is damaged, it tries the generations in the header and in the commit pointer.
    ///
    /// Throws `.corrupt` if neither finds anything.
    private func scan(
        _ bytes: UnsafeRawBufferPointer,
        _ pointer: CommitPointer?
    ) throws(StorageError) -> RepairScan {
        func scan(_ header: StoreHeader?, _ generation: UInt64) -> RepairScan {
            RepairScan(
                bytes,
                header: header,
                generation: generation,
                limit: pointer?.brokenEnd(generation: generation),
                acknowledged: pointer?.acknowledged,
                acknowledgedEnd: pointer?.acknowledgedEnd(generation: generation),
                progress: { progress($0 / 2) }
            )
        }
        let page = UnsafeRawBufferPointer(rebasing: bytes.prefix(StoreHeader.size))
        do throws(InvalidRecord) {
            // A truncated file can still have intact records.
            let header = try StoreHeader(page, fileSize: StoreHeader.maximumFileSize)
            return scan(header, header.generation)
        } catch {
            if let version = error.newerVersion {
                throw StorageError(store: .accounts, reason: .unsupportedVersion(version))
            }
            let scans = Set([StoreHeader.generation(inDamaged: page), pointer?.generation]).compactMap { $0 }
                .map { scan(nil, $0) }
            guard let best = scans.max(by: { $0.findings < $1.findings }), best.findings > 0 else {
                throw StorageError.Store.accounts.corrupt
            }
            return best
        }
    }

    private func isDestinationEmpty() throws(RepairError) -> Bool {
        do throws(StorageError) {
            guard let folder = try destination.open(for: .accounts) else { return true }
            defer { folder.close() }
            return try Self.isEmpty(folder)
        } catch {
            throw .destination(error)
        }
    }

    /// A repair that failed leaves the lock file, for which other processes may be waiting; one that was killed also leaves
    /// the unfinished store, which the next one removes.
    private static func isEmpty(_ folder: OpenFolder) throws(StorageError) -> Bool {
        try folder.names().allSatisfy { $0 == OpenFolder.lockName || $0 == folder.store.temporaryName }
    }

    private func write(_ accounts: [Account]) throws(RepairError) {
        let isWritten: Bool
        do throws(StorageError) {
            isWritten = try destination.withLock(for: .accounts) { folder throws(StorageError) in
                // Another process may have created a store since the check.
                guard try Self.isEmpty(folder) else { return false }
                try NewStoreFile.makeStore(of: accounts, in: folder) { progress(0.5 + $0 / 2) }
                return true
            }
        } catch {
            throw .destination(error)
        }
        guard isWritten else { throw .destinationInUse }
    }
}
