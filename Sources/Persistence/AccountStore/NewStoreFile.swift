import Domain

/// A store file that is written beside the one in use, for which nobody has to wait.
///
/// It is locked while it is written: so what a crash left can be told from what somebody is writing.
struct NewStoreFile: Sendable {
    let header: StoreHeader
    private let folder: OpenFolder
    private let descriptor: FileDescriptor

    /// Where the journal ends.
    private(set) var end: Int

    /// Makes room for a file; the caller holds the lock of the folder.
    ///
    /// - Returns: The open file, of which nothing is written.
    /// - Throws: `.busy` where somebody is writing such a file.
    static func create(in folder: OpenFolder) throws(StorageError) -> FileDescriptor {
        let (store, fileSystem) = (folder.store, folder.fileSystem)
        try removeLeftover(in: folder)
        let descriptor = try store.reporting(
            try fileSystem.openFile(StoreFileName.temporary, in: folder.descriptor, for: .creating)
        )
        do throws(StorageError) {
            // Before the first byte, and whatever the umask.
            try store.reporting(try fileSystem.setMode(OpenFolder.fileMode, of: descriptor))
            guard try store.reporting(try fileSystem.tryLock(descriptor)) else {
                throw StorageError(store: store, reason: .busy)
            }
            return descriptor
        } catch {
            // Where this fails as well, whoever writes the next file removes it.
            try? fileSystem.removeFile(StoreFileName.temporary, in: folder.descriptor)
            fileSystem.closeFile(descriptor)
            throw error
        }
    }

    /// Removes what a crash left of such a file; the caller holds the lock of the folder.
    ///
    /// - Throws: `.busy` where somebody is writing it.
    static func removeLeftover(in folder: OpenFolder) throws(StorageError) {
        let (store, fileSystem) = (folder.store, folder.fileSystem)
        let status = try store.reportingUnlessMissing(
            try fileSystem.status(of: StoreFileName.temporary, in: folder.descriptor)
        )
        guard let status else { return }
        // What is no file of ours is nothing that anybody is writing.
        if status.isOwnFile {
            let leftover = try store.reporting(
                try fileSystem.openFile(StoreFileName.temporary, in: folder.descriptor, for: .writing)
            )
            defer { fileSystem.closeFile(leftover) }
            guard try store.reporting(try fileSystem.tryLock(leftover)) else {
                throw StorageError(store: store, reason: .busy)
            }
        }
        try store.reporting(try fileSystem.removeFile(StoreFileName.temporary, in: folder.descriptor))
    }

    /// Writes accounts, the index and room for a journal, and synchronises them.
    ///
    /// - Parameters:
    ///   - records: The accounts in the order of their keys.
    ///   - descriptor: The open file, which is closed and removed where this fails.
    ///   - folder: The folder in which it is.
    ///   - store: The number of the store.
    ///   - sequence: The number of the last frame whose changes the accounts contain.
    /// - Throws: `.corrupt` where an account cannot be read, and what writing comes to.
    init(
        _ records: MergedRecords,
        to descriptor: FileDescriptor,
        in folder: OpenFolder,
        store: StoreNumber,
        sequence: UInt64
    ) throws(StorageError) {
        self.folder = folder
        self.descriptor = descriptor
        do throws(StorageError) {
            header = try Self.write(
                records,
                to: FileOutput(folder: folder, descriptor: descriptor, offset: StoreHeader.size),
                store: store,
                sequence: sequence
            )
        } catch {
            Self.discard(descriptor, in: folder)
            throw error
        }
        end = header.journalStart
    }

    private static func write(
        _ records: MergedRecords,
        to output: FileOutput,
        store: StoreNumber,
        sequence: UInt64
    ) throws(StorageError) -> StoreHeader {
        var (records, output) = (records, output)
        let folder = output.folder
        let generation = UInt64.random(in: 1 ... .max)
        let hash = store.hash
        var entries: [IndexBucket.Entry] = []
        var table: [UInt8] = []
        while true {
            let place = output.end
            guard place <= StoreHeader.recordsLimit else { throw StorageError(store: folder.store, reason: .full) }
            let found: UInt64?
            do throws(InvalidRecord) {
                found = try records.next { account, bytes throws(InvalidRecord) in
                    output.append(bytes)
                    output.append(number: Checkpoint.checksum(of: bytes, at: place, generation: generation))
                    return hash.hash(account.key)
                }
            } catch {
                throw folder.store.corrupt
            }
            guard let found else { break }
            if entries.count % StoreHeader.recordsPerBlock == 0 { table.append(number: UInt32(place)) }
            entries.append(IndexBucket.Entry(hash: found, place: UInt32(place)))
            try output.flushIfFull()
        }
        let header = StoreHeader(
            store: store,
            generation: generation,
            sequence: sequence,
            recordCount: entries.count,
            recordsEnd: output.end,
            blockTableChecksum: CRC32C.checksum(of: table),
            bucketCount: IndexBucket.count(for: entries.count)
        )
        output.append(table)
        output.append(IndexBucket.index(of: entries, generation: generation))
        let size = header.journalStart + StoreView.room(behind: header.journalStart)
        output.append([UInt8](repeating: 0, count: size - output.end))
        try output.flush()
        try folder.store.write(header.encoded, at: 0, to: output.descriptor, by: folder.fileSystem)
        try folder.store.reporting(try folder.fileSystem.synchronize(output.descriptor))
        return header
    }

    /// Writes frames behind those that there are, with room behind them, and synchronises them.
    mutating func append(_ frames: [UInt8]) throws(StorageError) {
        guard !frames.isEmpty else { return }
        let room = [UInt8](repeating: 0, count: StoreView.room(behind: end + frames.count))
        try folder.store.write(frames + room, at: end, to: descriptor, by: folder.fileSystem)
        try folder.store.reporting(try folder.fileSystem.synchronizeData(descriptor))
        end += frames.count
    }

    /// Gives the file the name of the one in use and closes it; the folder has still to be synchronised.
    ///
    /// Where that fails, the file is closed and removed.
    func takePlace() throws(StorageError) {
        let (store, fileSystem) = (folder.store, folder.fileSystem)
        do throws(StorageError) {
            let written = try store.reporting(try fileSystem.status(of: descriptor))
            let named = try store.reporting(
                try fileSystem.status(of: StoreFileName.temporary, in: folder.descriptor)
            )
            guard written.identity == named.identity else { throw StorageError(store: store, reason: .replaced) }
            try store.reporting(
                try fileSystem.moveFile(StoreFileName.temporary, to: StoreFileName.store, in: folder.descriptor)
            )
        } catch {
            discard()
            throw error
        }
        fileSystem.closeFile(descriptor)
    }

    /// Closes and removes the file, because it is not wanted any more.
    func discard() {
        Self.discard(descriptor, in: folder)
    }

    /// Closes and removes a file of which nothing is written yet, or not all.
    static func discard(_ descriptor: FileDescriptor, in folder: OpenFolder) {
        // Where this fails, whoever writes the next file removes it.
        try? folder.fileSystem.removeFile(StoreFileName.temporary, in: folder.descriptor)
        folder.fileSystem.closeFile(descriptor)
    }
}
