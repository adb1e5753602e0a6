import Domain

/// Bytes on their way to a file, of which many are written at once.
struct FileOutput {
    private static let limit = 1 << 18

    let folder: OpenFolder
    let descriptor: FileDescriptor

    private var offset: Int
    private var buffer: [UInt8] = []

    init(folder: OpenFolder, descriptor: FileDescriptor, offset: Int) {
        self.folder = folder
        self.descriptor = descriptor
        self.offset = offset
    }

    /// Where the next byte belongs in the file.
    var end: Int { offset + buffer.count }

    mutating func append(_ bytes: some Sequence<UInt8>) {
        buffer.append(contentsOf: bytes)
    }

    mutating func append(number: some FixedWidthInteger) {
        buffer.append(number: number)
    }

    mutating func flushIfFull() throws(StorageError) {
        if buffer.count >= Self.limit { try flush() }
    }

    mutating func flush() throws(StorageError) {
        try folder.store.write(buffer, at: offset, to: descriptor, by: folder.fileSystem)
        offset += buffer.count
        buffer.removeAll(keepingCapacity: true)
    }
}
