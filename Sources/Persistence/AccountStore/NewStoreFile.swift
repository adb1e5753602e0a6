import Domain

/// A store file that is written next to the one in use.
///
/// It is locked while it is written, which distinguishes it from a leftover of a crash. Every method that fails closes
/// and removes the file.
struct NewStoreFile: Sendable {
    /// The random number of the file.
    let generation = UInt64.random(in: 1 ... .max)

    private let folder: OpenFolder
    private let descriptor: FileDescriptor

    /// The end of the journal.
    private(set) var end = 0

    /// Creates an empty file, unless another process is writing one; the caller holds the lock of the folder.
    init(in folder: OpenFolder) throws(StorageError) {
        try Self.removeLeftover(in: folder)
        self.folder = folder
        descriptor = try folder.makeFile(folder.store.temporaryName)
        try discardingOnError { () throws(StorageError) in
            try Self.lock(descriptor, in: folder)
        }
    }

    /// Removes the file that a crash left, unless a process is writing it; the caller holds the lock of the folder.
    static func removeLeftover(in folder: OpenFolder) throws(StorageError) {
        guard let status = try folder.status(of: folder.store.temporaryName) else { return }
        // A process only writes a regular file of this user.
        if status.isOwnFile, let leftover = try folder.openFile(folder.store.temporaryName, for: .writing) {
            defer { folder.fileSystem.closeFile(leftover) }
            try lock(leftover, in: folder)
        }
        try folder.discard(folder.store.temporaryName, of: folder.store)
    }

    private static func lock(_ file: FileDescriptor, in folder: OpenFolder) throws(StorageError) {
        guard try folder.store.reporting(try folder.fileSystem.tryLock(file)) else { throw folder.store.busy }
    }

    /// Writes the accounts of a store, the index and room for a journal, and synchronises them.
    mutating func write(_ store: StoreView, _ progress: StoreProgress = { _ in }) throws(StorageError) {
        let header = try discardingOnError { () throws(StorageError) in try writeCheckpoint(of: store, progress) }
        end = header.journalStart
    }

    private func writeCheckpoint(
        of store: StoreView,
        _ progress: StoreProgress
    ) throws(StorageError) -> StoreHeader {
        var view = store
        var records = try folder.store.decoding { () throws(InvalidRecord) in try view.records() }
        var output = Output(folder: folder, descriptor: descriptor)
        let id = view.file?.header.store ?? .random()
        let hash = id.hash
        var entries: [IndexBucket.Entry] = []
        var table: [UInt8] = []
        while true {
            let place = output.end
            guard place <= StoreHeader.recordsLimit else { throw StorageError(store: folder.store, reason: .full) }
            let found = try folder.store.decoding { () throws(InvalidRecord) in
                try records.next { account, bytes throws(InvalidRecord) in
                    output.buffer.append(contentsOf: bytes)
                    output.buffer.append(number: CRC32C.checksum(of: bytes, at: place, generation: generation))
                    return hash.hash(account.key)
                }
            }
            guard let found else { break }
            if entries.count % StoreHeader.recordsPerBlock == 0 { table.append(number: UInt32(place)) }
            entries.append(IndexBucket.Entry(hash: found, place: UInt32(place)))
            if try output.flushIfFull() { progress(Double(entries.count) / Double(max(view.count, 1))) }
        }
        let header = StoreHeader(
            store: id,
            generation: generation,
            sequence: view.sequence,
            recordCount: entries.count,
            recordsEnd: output.end,
            blockTableChecksum: CRC32C.checksum(of: table),
            bucketCount: IndexBucket.count(for: entries.count)
        )
        output.buffer += table
        output.buffer += IndexBucket.index(of: entries, generation: generation)
        let size = header.journalStart + StoreView.room(behind: header.journalStart)
        output.buffer += [UInt8](repeating: 0, count: size - output.end)
        try output.flush()
        try folder.write(header.encoded, at: 0, to: descriptor)
        try folder.synchronize(descriptor)
        return header
    }

    /// Appends frames and room for more to the journal, and synchronises them.
    mutating func append(_ frames: [UInt8]) throws(StorageError) {
        guard !frames.isEmpty else { return }
        let room = [UInt8](repeating: 0, count: StoreView.room(behind: end + frames.count))
        try discardingOnError { () throws(StorageError) in
            try folder.write(frames + room, at: end, to: descriptor)
            try folder.synchronizeData(descriptor)
        }
        end += frames.count
    }

    /// Creates a store file with accounts in a locked folder that has none.
    static func makeStore(
        of accounts: [Account],
        in folder: OpenFolder,
        _ progress: StoreProgress = { _ in }
    ) throws(StorageError) {
        var new = try NewStoreFile(in: folder)
        try new.write(StoreView(accounts) { progress($0 / 2) }) { progress(0.5 + $0 / 2) }
        try new.takePlace()
        do throws(StorageError) {
            try folder.synchronizeNames()
        } catch {
            // No change was acknowledged. If the removal fails too, a complete store of the same accounts stays.
            try? folder.removeFile(StoreFileName.store)
            throw error
        }
    }

    /// Renames the file to the store and closes it; the caller has to synchronise the folder.
    func takePlace() throws(StorageError) {
        try discardingOnError { () throws(StorageError) in
            guard try folder.status(of: descriptor).identity == folder.status(of: folder.store.temporaryName)?.identity
            else { throw folder.store.replaced }
            try folder.moveFile(folder.store.temporaryName, to: StoreFileName.store)
        }
        folder.fileSystem.closeFile(descriptor)
    }

    /// Closes and removes the file.
    func discard() {
        // If this fails, the next writer removes the file.
        try? folder.removeFile(folder.store.temporaryName)
        folder.fileSystem.closeFile(descriptor)
    }

    /// Calls `work`, and discards the file if it throws.
    func discardingOnError<Value>(_ work: () throws(StorageError) -> Value) throws(StorageError) -> Value {
        do throws(StorageError) {
            return try work()
        } catch {
            discard()
            throw error
        }
    }

    /// A buffer of bytes that are written to the file after its header.
    private struct Output {
        let folder: OpenFolder
        let descriptor: FileDescriptor
        var offset = StoreHeader.size
        var buffer: [UInt8] = []

        /// The offset of the next byte in the file.
        var end: Int { offset + buffer.count }

        /// Returns whether the buffer was full.
        mutating func flushIfFull() throws(StorageError) -> Bool {
            guard buffer.count >= 1 << 18 else { return false }
            try flush()
            return true
        }

        mutating func flush() throws(StorageError) {
            try folder.write(buffer, at: offset, to: descriptor)
            offset += buffer.count
            buffer.removeAll(keepingCapacity: true)
        }
    }
}
