import Domain

/// The position of the next frame of a journal.
struct FramePlace: Sendable {
    let file: StoreFile
    let offset: Int

    /// The number of the frame.
    let sequence: UInt64

    /// The size up to which zeros are known to follow.
    let fileSize: Int

    /// Returns whether only zeros are in the place of the next header, so that no other change begins here.
    func isClean(in folder: OpenFolder) throws(StorageError) -> Bool {
        try folder.read(JournalFrame.headerSize, at: offset, of: file.descriptor).allSatisfy { $0 == 0 }
    }
}

extension StoreView {
    private static let firstChunk = 1 << 14
    static let largestChunk = 1 << 20

    /// The position of the next frame, or nil if there is no file.
    ///
    /// Other processes may have written beyond the known size, so zeros must not be written before `end`.
    var nextFrame: FramePlace? {
        file.map { FramePlace(file: $0, offset: end, sequence: sequence + 1, fileSize: max(size, end)) }
    }

    /// Loads a store file and the complete frames of its journal, up to a limit; ignores all bytes after them.
    static func load(_ file: StoreFile, in folder: OpenFolder, limit: Int?) throws(StorageError) -> StoreView {
        var view = StoreView(file, size: try folder.status(of: file.descriptor).size)
        try view.readOn(in: folder, limit: limit)
        return view
    }

    /// Loads a store file that other processes may be changing.
    ///
    /// Throws `.corrupt` if later frames follow a damaged one, or the last acknowledged frame is missing; that frame was
    /// read from the pointer before the file was opened.
    static func load(
        _ file: StoreFile,
        in folder: OpenFolder,
        pointer: CommitPointer?,
        upTo newest: AcknowledgedFrame?
    ) throws(StorageError) -> Self {
        let generation = file.header.generation
        var lastEnd: Int?
        while true {
            let durable = pointer?.acknowledgedEnd(generation: generation)
            let acknowledged = pointer?.end(generation: generation)
            let view = try load(file, in: folder, limit: pointer?.brokenEnd(generation: generation))
            // Unless the commit pointer has this end, all bytes after it are checked.
            let isWhole = !view.lacks(newest, before: durable)
            if view.end == acknowledged, isWhole { return view }
            if try view.ending(in: folder) != .damaged, isWhole { return view }
            // The system reads page by page, so the first read may have missed an earlier frame and found a later one.
            // A second read finds both.
            if view.end == lastEnd { throw folder.store.corrupt }
            lastEnd = view.end
        }
    }

    /// Reads the frames that were added since the last read.
    mutating func readOn(in folder: OpenFolder, limit: Int? = nil) throws(StorageError) {
        guard let file else { return }
        var chunkSize = Self.firstChunk
        while true {
            let wanted = limit.map { min(chunkSize, $0 - end) } ?? chunkSize
            guard wanted > 0 else { return }
            let bytes = try folder.read(wanted, at: end, of: file.descriptor)
            let generation = file.header.generation
            let (scan, next) = bytes.withBytes { bytes in
                let scan = JournalScan(framesIn: bytes, after: sequence, generation: generation)
                return (scan, JournalFrame.Header(in: bytes, at: scan.end, generation: generation))
            }
            let start = end
            try folder.store.decoding { () throws(InvalidRecord) in
                try bytes.withBytes { bytes throws(InvalidRecord) in
                    for frame in scan.frames {
                        let changes = UnsafeRawBufferPointer(rebasing: bytes[frame.payload])
                        try StoreChange.verifyAccounts(in: changes)
                        try apply(changes, sequence: frame.sequence, end: start + frame.end)
                    }
                }
            }
            if bytes.count < wanted || wanted < chunkSize { return }
            if scan.frames.isEmpty {
                // A frame can be longer than a chunk.
                guard let next, next.length + JournalFrame.overhead > bytes.count else { return }
                chunkSize = next.length + JournalFrame.overhead
            } else {
                chunkSize = min(chunkSize * 4, Self.largestChunk)
            }
        }
    }

    /// Writes the same bytes to the same offset again.
    ///
    /// The system reports a failed synchronisation only once, perhaps to a process that was killed, and treats the
    /// bytes as written afterwards.
    func rewriteJournal(in folder: OpenFolder) throws(StorageError) {
        guard let file else { return }
        for start in stride(from: file.header.journalStart, to: end, by: Self.largestChunk) {
            let bytes = try folder.read(min(Self.largestChunk, end - start), at: start, of: file.descriptor)
            try folder.write(bytes, at: start, to: file.descriptor)
        }
    }

    /// The largest number of bytes after the last frame: the longest frame that was not finished, and zeros.
    private static let largestRest = JournalFrame.maximumLength + JournalFrame.overhead + room(behind: .max)

    /// Scans all bytes after the last frame.
    func ending(in folder: OpenFolder) throws(StorageError) -> JournalScan.Ending {
        guard let file else { return .clean }
        let generation = file.header.generation
        var (start, last) = (end, sequence)
        // Other processes may have written more frames.
        while true {
            let bytes = try folder.read(Self.firstChunk, at: start, of: file.descriptor)
            let scan = bytes.withBytes { JournalScan(framesIn: $0, after: last, generation: generation) }
            guard let frame = scan.frames.last else { break }
            (start, last) = (start + scan.end, frame.sequence)
        }
        let count = max(0, try folder.status(of: file.descriptor).size - start)
        guard count <= Self.largestRest else { return .damaged }
        var rest = JournalRest(after: last, generation: generation, fileSize: start + count)
        for offset in stride(from: start, to: start + count, by: Self.largestChunk) {
            let size = min(Self.largestChunk, start + count - offset)
            rest.add(try folder.read(size, at: offset, of: file.descriptor))
        }
        return rest.ending(from: start - end)
    }

    /// Returns the frames since an older state of the same file, encoded for a file with another generation.
    ///
    /// Throws `.corrupt` if not all acknowledged frames can still be read.
    func frames(since older: StoreView, in folder: OpenFolder, for generation: UInt64) throws(StorageError) -> [UInt8] {
        guard let file, older.end < end else { return [] }
        let bytes = try folder.read(end - older.end, at: older.end, of: file.descriptor)
        let scan = bytes.withBytes {
            JournalScan(framesIn: $0, after: older.sequence, generation: file.header.generation)
        }
        guard older.end + scan.end == end else { throw folder.store.corrupt }
        return scan.frames.flatMap {
            JournalFrame.encode(Array(bytes[$0.payload]), sequence: $0.sequence, generation: generation)
        }
    }

    /// Cuts off the bytes that a crash left after the last frame, if there are any, and copies them to a file.
    ///
    /// Throws `.corrupt` if an acknowledged frame is damaged.
    mutating func cutTornEnd(in folder: OpenFolder) throws(StorageError) -> RecoveryReport? {
        guard let file else { return nil }
        switch try ending(in: folder) {
        case .clean:
            return nil
        case .damaged:
            throw folder.store.corrupt
        case .torn(let count):
            let name = StoreFileName.torn(after: sequence)
            try folder.discard(name, of: folder.store)
            let copy = try folder.makeFile(name)
            defer { folder.fileSystem.closeFile(copy) }
            for offset in stride(from: 0, to: count, by: Self.largestChunk) {
                let size = min(Self.largestChunk, count - offset)
                try folder.write(try folder.read(size, at: end + offset, of: file.descriptor), at: offset, to: copy)
            }
            try folder.synchronize(copy)
            try folder.synchronizeNames()
            try folder.setSize(end, of: file.descriptor)
            try folder.synchronize(file.descriptor)
            size = end
            return RecoveryReport(bytes: count, copy: name)
        }
    }
}
