import Domain

/// The end of the acknowledged journal, in memory that all processes with an open folder share.
///
/// It is in the lock file, and is never synchronised. It shows readers whether there may be more to read, and whether
/// synchronising a file has failed. Only the store file determines the stored accounts, but the pointer also reveals that
/// the file has lost acknowledged changes.
struct CommitPointer: Sendable {
    /// The size of the lock file.
    static let size = 4096

    /// Offsets of unused bytes: one in the file's first block on the disk, and one at its end.
    static let unusedOffsets = [128, size - 1]

    /// The size of the first field.
    static let generationSize = 8

    private enum Field {
        static let generation = 0
        static let end = 8
        static let brokenGeneration = 16
        static let brokenEnd = 24
        static let brokenCheck = 32
        static let storeLow = 40
        static let storeHigh = 48
        static let sequence = 56
        static let sequenceCheck = 64
        static let endCheck = 72
    }

    private let memory: MappedBytes

    init(_ memory: MappedBytes) {
        self.memory = memory
    }

    /// The generation of the file that was written last, or 0 if it is unknown.
    var generation: UInt64 { memory.load(at: Field.generation) }

    /// Returns the end of a file's journal, or nil if it is unknown.
    func end(generation: UInt64) -> Int? {
        guard self.generation == generation else { return nil }
        let end = Int(truncatingIfNeeded: memory.load(at: Field.end))
        // Another process may have noted the end of a newer file.
        guard self.generation == generation else { return nil }
        // A broken file has the same end in both fields, but a power cut can restore an older one here.
        return brokenEnd(generation: generation) ?? end
    }

    /// Returns the end of a file that was acknowledged, or nil if it is unknown.
    ///
    /// Like the last acknowledged frame, it is never ahead of the file, and it is also evidence if that number is damaged.
    func acknowledgedEnd(generation: UInt64) -> Int? {
        let end = memory.load(at: Field.end)
        guard memory.load(at: Field.endCheck) == Self.check(generation: generation, end: end) else { return nil }
        return Int(truncatingIfNeeded: end)
    }

    /// Whether a file with records or frames was acknowledged, even if the last frame is unknown.
    var provesContents: Bool { acknowledgedEnd(generation: generation).map { $0 > StoreHeader.size } ?? false }

    /// Returns the acknowledged end of a file whose synchronisation failed, or nil if the file is not broken.
    ///
    /// A power cut can leave any part of this memory on the disk, so the fields are only valid with their check.
    func brokenEnd(generation: UInt64) -> Int? {
        let end = memory.load(at: Field.brokenEnd)
        guard memory.load(at: Field.brokenGeneration) == generation,
            memory.load(at: Field.brokenCheck) == Self.check(generation: generation, end: end)
        else { return nil }
        return Int(truncatingIfNeeded: end)
    }

    /// The last acknowledged frame, or nil if it is unknown.
    ///
    /// The frame was durable before it was noted here, so a power cut can leave an older one, but never a newer one. It
    /// is read before the file: the file then has this frame, unless it was damaged.
    var acknowledged: AcknowledgedFrame? {
        let store = StoreID(low: memory.load(at: Field.storeLow), high: memory.load(at: Field.storeHigh))
        let sequence = memory.load(at: Field.sequence)
        // A power cut, a killed process or a write at this moment can leave a part of it.
        guard memory.load(at: Field.sequenceCheck) == store.hash.hash(sequence) else { return nil }
        return AcknowledgedFrame(store: store, sequence: sequence)
    }

    /// Shows all processes the end of a journal, which is durable.
    func set(_ view: StoreView) {
        guard let header = view.file?.header else { return }
        // The end precedes the number, because a reader expects the frame with this number before the end.
        set(generation: header.generation, end: view.end)
        memory.store(header.store.low, at: Field.storeLow)
        memory.store(header.store.high, at: Field.storeHigh)
        memory.store(view.sequence, at: Field.sequence)
        memory.store(header.store.hash.hash(view.sequence), at: Field.sequenceCheck)
        memory.store(Self.check(generation: header.generation, end: UInt64(view.end)), at: Field.endCheck)
    }

    private func set(generation: UInt64, end: Int) {
        // Readers do not use the end while the file is unknown.
        if self.generation != generation { memory.store(0, at: Field.generation) }
        memory.store(UInt64(end), at: Field.end)
        memory.store(generation, at: Field.generation)
    }

    /// Marks a file as broken, so that no process writes to it again.
    func setBroken(generation: UInt64, end: Int) {
        memory.store(UInt64(end), at: Field.brokenEnd)
        memory.store(generation, at: Field.brokenGeneration)
        memory.store(Self.check(generation: generation, end: UInt64(end)), at: Field.brokenCheck)
        set(generation: generation, end: end)
    }

    private static func check(generation: UInt64, end: UInt64) -> UInt64 {
        SipHash(low: generation, high: ~generation).hash(end)
    }
}

/// The last frame of a store that was acknowledged.
struct AcknowledgedFrame: Sendable {
    let store: StoreID
    let sequence: UInt64
}

/// The folder of an open store, its lock, and its commit pointer.
final class StoreAccess: Sendable {
    let folder: OpenFolder
    let pointer: CommitPointer?

    /// The lock file, or nil if the store is open for reading.
    let lock: FileDescriptor?

    deinit {
        if let lock { folder.fileSystem.closeFile(lock) }
        folder.close()
    }

    /// Takes ownership of an open folder, for reading.
    init(reading folder: OpenFolder) {
        self.folder = folder
        lock = nil
        pointer = Self.pointer(in: folder)
    }

    /// Takes ownership of an open folder, for writing; creates the lock file if it is missing.
    init(writing folder: OpenFolder) throws(StorageError) {
        self.folder = folder
        var opened: FileDescriptor?
        do throws(StorageError) {
            let lock = try folder.openLock()
            opened = lock
            let status = try folder.ownStatus(of: lock, OpenFolder.lockName)
            let isEmpty = try folder.read(CommitPointer.generationSize, at: 0, of: lock).allSatisfy { $0 == 0 }
            if status.size < CommitPointer.size || isEmpty {
                // Writing to a mapped file without blocks crashes the process if the disk is full. Writing unused bytes
                // allocates the blocks, because other processes may be using the rest.
                for offset in CommitPointer.unusedOffsets { try folder.write([0], at: offset, to: lock) }
            }
            pointer = CommitPointer(try folder.map(lock, count: CommitPointer.size, isWritable: true))
            self.lock = lock
        } catch {
            if let opened { folder.fileSystem.closeFile(opened) }
            folder.close()
            throw error
        }
    }

    /// Returns the commit pointer for readers, or nil if it cannot be mapped; in that case, they check the file at
    /// every read.
    static func pointer(in folder: OpenFolder) -> CommitPointer? {
        // Failures only cost time.
        guard let file = try? folder.openFile(OpenFolder.lockName, for: .reading) else { return nil }
        defer { folder.fileSystem.closeFile(file) }
        // Failures only cost time here too. A lock file with a second name is refused by writers, and is proof all the same.
        guard let status = try? folder.status(of: file), status.kind == .regular, status.isOwn,
            status.size >= CommitPointer.size,
            let memory = try? folder.map(file, count: CommitPointer.size, isWritable: false)
        else { return nil }
        return CommitPointer(memory)
    }

    /// Locks the folder if it is free, and returns whether it is locked now.
    func tryLock() throws(StorageError) -> Bool {
        guard let lock else { return false }
        return try folder.tryLock(lock)
    }

    func unlock() {
        guard let lock else { return }
        // Unlocking an open file does not fail. If it did, the next unlocking or closing would unlock it.
        try? folder.store.reporting(try folder.fileSystem.unlock(lock))
    }
}
