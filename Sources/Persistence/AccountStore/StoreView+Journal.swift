import Domain

extension StoreView {
    private static let firstChunk = 1 << 14
    private static let largestChunk = 1 << 20

    /// The state of a store file with all whole frames of its journal; what is behind the last one is passed over.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - folder: The folder in which it is.
    ///   - limit: Where the journal is known to end, or nil.
    /// - Returns: The state.
    /// - Throws: `.corrupt` or `.unsupportedVersion`, and what reading comes to.
    static func load(_ file: StoreFile, in folder: OpenFolder, limit: Int?) throws(StorageError) -> StoreView {
        let status = try folder.store.reporting(try folder.fileSystem.status(of: file.descriptor))
        var view = StoreView(file, size: status.size)
        try view.readOn(in: folder, limit: limit)
        return view
    }

    /// The state of a store file while others may be writing to it.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - folder: The folder in which it is.
    ///   - mark: The mark of the folder, or nil where there is none.
    /// - Returns: The state.
    /// - Throws: `.corrupt`, also where a frame is damaged that others follow, or `.unsupportedVersion`, and what
    ///   reading comes to.
    static func load(_ file: StoreFile, in folder: OpenFolder, mark: CommitMark?) throws(StorageError) -> StoreView {
        let generation = file.header.generation
        var lastEnd: Int?
        while true {
            let acknowledged = mark?.end(generation: generation)
            let limit = mark?.endOfBroken(generation: generation)
            let view = try load(file, in: folder, limit: limit)
            // Where the mark does not say that this is the end, everything behind it is looked at.
            if view.end == acknowledged { return view }
            if try view.ending(in: folder).ending != .damaged { return view }
            // The system reads page by page: of two frames that are being written the later one may have been seen, and
            // the one before not. Whoever looks once more sees that one, too.
            if view.end == lastEnd { throw folder.store.corrupt }
            lastEnd = view.end
        }
    }

    /// Takes the frames that were added since.
    mutating func readOn(in folder: OpenFolder, limit: Int? = nil) throws(StorageError) {
        guard let file else { return }
        var chunkSize = Self.firstChunk
        while true {
            let wanted = limit.map { min(chunkSize, $0 - end) } ?? chunkSize
            guard wanted > 0 else { return }
            let bytes = try folder.store.read(wanted, at: end, of: file.descriptor, by: folder.fileSystem)
            let generation = file.header.generation
            let (scan, next) = bytes.withUnsafeBytes { bytes in
                let scan = JournalScan(framesIn: bytes, after: sequence, generation: generation)
                return (scan, JournalFrame.Header(in: bytes, at: scan.end, generation: generation))
            }
            try take(scan.frames, of: bytes, in: folder)
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

    /// Writes the same bytes to the same place once more.
    ///
    /// Whoever was killed may have been told that the system could not synchronise them. It takes them for written since,
    /// and tells nobody again.
    func writeJournalAgain(in folder: OpenFolder) throws(StorageError) {
        guard let file else { return }
        let (store, fileSystem) = (folder.store, folder.fileSystem)
        for start in stride(from: file.header.journalStart, to: end, by: Self.largestChunk) {
            let count = min(Self.largestChunk, end - start)
            let bytes = try store.read(count, at: start, of: file.descriptor, by: fileSystem)
            try store.write(bytes, at: start, to: file.descriptor, by: fileSystem)
        }
    }

    /// Looks at everything behind the last frame.
    func ending(in folder: OpenFolder) throws(StorageError) -> JournalScan {
        guard let file else { return JournalScan() }
        let status = try folder.store.reporting(try folder.fileSystem.status(of: file.descriptor))
        let count = max(0, status.size - end)
        let bytes = try folder.store.read(count, at: end, of: file.descriptor, by: folder.fileSystem)
        return bytes.withUnsafeBytes {
            JournalScan($0, after: sequence, generation: file.header.generation)
        }
    }

    /// The changes of the frames behind a place, with their numbers.
    ///
    /// - Throws: `.corrupt` where what was acknowledged cannot be read to its end any more, and what reading comes to.
    func changes(from start: Int, in folder: OpenFolder) throws(StorageError) -> [(sequence: UInt64, bytes: [UInt8])] {
        guard let file, start < end else { return [] }
        let bytes = try folder.store.read(end - start, at: start, of: file.descriptor, by: folder.fileSystem)
        var frames: [(sequence: UInt64, bytes: [UInt8])] = []
        let readEnd = bytes.withUnsafeBytes { buffer in
            var offset = 0
            while let header = JournalFrame.Header(in: buffer, at: offset, generation: file.header.generation),
                let frame = JournalFrame(header, in: buffer, at: offset)
            {
                frames.append((frame.sequence, Array(buffer[frame.payload])))
                offset = frame.end
            }
            return start + offset
        }
        guard readEnd == end else { throw folder.store.corrupt }
        return frames
    }

    private mutating func take(
        _ frames: [JournalFrame],
        of bytes: [UInt8],
        in folder: OpenFolder
    ) throws(StorageError) {
        let start = end
        for frame in frames {
            let result = bytes.withUnsafeBytes { bytes in
                Result { () throws(StoreChange.Failure) in
                    let changes = UnsafeRawBufferPointer(rebasing: bytes[frame.payload])
                    try apply(changes, sequence: frame.sequence, end: start + frame.end)
                }
            }
            switch result {
            case .success: break
            case .failure(.damaged): throw folder.store.corrupt
            case .failure(.newerVersion):
                throw StorageError(
                    store: folder.store,
                    reason: .unsupportedVersion(Int(StoreHeader.majorVersion) + 1)
                )
            }
        }
    }
}
