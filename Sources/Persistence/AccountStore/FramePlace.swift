import Domain

/// Where the next frame of a journal belongs.
struct FramePlace: Sendable {
    let file: StoreFile

    /// The place in the file.
    let offset: Int

    /// The number of the frame.
    let sequence: UInt64

    /// The size up to which the file has zeros to write over.
    let fileSize: Int

    /// Whether nobody has left anything there.
    func isClean(in folder: OpenFolder) throws(StorageError) -> Bool {
        let count = JournalFrame.headerSize
        return try folder.store.read(count, at: offset, of: file.descriptor, by: folder.fileSystem)
            .allSatisfy { $0 == 0 }
    }
}

extension StoreView {
    /// Where the next frame belongs, or nil where there is no file.
    ///
    /// Others may have made the file longer and written behind the size that is known here: no zeros may go there.
    var nextFrame: FramePlace? {
        file.map { FramePlace(file: $0, offset: end, sequence: sequence + 1, fileSize: max(size, end)) }
    }
}
