import Domain

/// The names of the files of the account store.
enum StoreFileName {
    static let store = "accounts.store"

    /// A store file that is being written.
    static let temporary = ".accounts.store.tmp"

    private static let tornPrefix = "accounts.torn-"

    /// The copy of the bytes that a crash left behind the frame with a number.
    static func torn(after sequence: UInt64) -> String { tornPrefix + String(sequence) }

    static func isTorn(_ name: String) -> Bool {
        name.hasPrefix(tornPrefix) && UInt64(name.dropFirst(tornPrefix.count)) != nil
    }
}

/// An open store file.
final class StoreFile: Sendable {
    let checkpoint: Checkpoint
    let identity: FileIdentity
    let descriptor: FileDescriptor
    private let fileSystem: any FileSystem

    var header: StoreHeader { checkpoint.header }

    private init(
        descriptor: FileDescriptor,
        identity: FileIdentity,
        checkpoint: Checkpoint,
        fileSystem: any FileSystem
    ) {
        self.descriptor = descriptor
        self.identity = identity
        self.checkpoint = checkpoint
        self.fileSystem = fileSystem
    }

    deinit { fileSystem.closeFile(descriptor) }

    /// Opens the store file of a folder.
    ///
    /// - Returns: The file, or nil where there is none.
    static func open(in folder: OpenFolder, for purpose: FilePurpose) throws(StorageError) -> StoreFile? {
        guard let descriptor = try folder.openFile(StoreFileName.store, for: purpose) else { return nil }
        do throws(StorageError) {
            let status = try folder.status(of: descriptor)
            // A file that was replaced since it was opened has no name any more.
            guard status.isOwnDocument else {
                throw folder.store.unsafeLocation
            }
            let page = try folder.read(StoreHeader.size, at: 0, of: descriptor)
            let header = try folder.store.decoding { () throws(InvalidRecord) in
                try page.withBytes { page throws(InvalidRecord) in try StoreHeader(page, fileSize: status.size) }
            }
            let mapped = try folder.map(descriptor, count: header.index.upperBound, isWritable: false)
            return StoreFile(
                descriptor: descriptor,
                identity: status.identity,
                checkpoint: Checkpoint(header: header, mapped: mapped),
                fileSystem: folder.fileSystem
            )
        } catch {
            folder.fileSystem.closeFile(descriptor)
            throw error
        }
    }
}

/// The calls to the system that the account store makes, with errors of the store.
extension OpenFolder {
    /// The status of a file, or nil where there is none of that name.
    func status(of name: String) throws(StorageError) -> FileStatus? {
        try store.reportingUnlessMissing(try fileSystem.status(of: name, in: descriptor))
    }

    func status(of file: FileDescriptor) throws(StorageError) -> FileStatus {
        try store.reporting(try fileSystem.status(of: file))
    }

    /// Opens a file.
    ///
    /// - Returns: The file, or nil where there is none of that name.
    func openFile(_ name: String, for purpose: FilePurpose) throws(StorageError) -> FileDescriptor? {
        try store.reportingUnlessMissing(try fileSystem.openFile(name, in: descriptor, for: purpose))
    }

    /// Makes a file that only its owner may read, whatever the umask.
    func makeFile(_ name: String) throws(StorageError) -> FileDescriptor {
        let file = try store.reporting(try fileSystem.openFile(name, in: descriptor, for: .creating))
        do throws(StorageError) {
            // Before the first byte.
            try store.reporting(try fileSystem.setMode(Self.fileMode, of: file))
            return file
        } catch {
            // If this fails as well, the next writer removes the file.
            try? removeFile(name)
            fileSystem.closeFile(file)
            throw error
        }
    }

    /// Removes a file, if it is there.
    func removeFile(_ name: String) throws(StorageError) {
        _ = try store.reportingUnlessMissing(try fileSystem.removeFile(name, in: descriptor))
    }

    /// Maps the first bytes of a file.
    func map(_ file: FileDescriptor, count: Int, isWritable: Bool) throws(StorageError) -> MappedBytes {
        try store.reporting(try fileSystem.map(file, count: count, isWritable: isWritable))
    }

    /// Reads bytes at an offset, up to the end of the file.
    func read(_ count: Int, at offset: Int, of file: FileDescriptor) throws(StorageError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let (missing, place) = (count - bytes.count, offset + bytes.count)
            let chunk = try store.reporting(try fileSystem.readBytes(upTo: missing, at: place, from: file))
            if chunk.isEmpty { break }
            if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
        }
        return bytes
    }

    /// Writes all bytes at an offset.
    func write(_ bytes: [UInt8], at offset: Int, to file: FileDescriptor) throws(StorageError) {
        var remaining = bytes[...]
        while !remaining.isEmpty {
            let place = offset + bytes.count - remaining.count
            let part = remaining
            remaining = remaining.dropFirst(try store.reporting(try fileSystem.writeBytes(part, at: place, to: file)))
        }
    }

    func setSize(_ size: Int, of file: FileDescriptor) throws(StorageError) {
        try store.reporting(try fileSystem.setSize(size, of: file))
    }

    func synchronize(_ file: FileDescriptor) throws(StorageError) {
        try store.reporting(try fileSystem.synchronize(file))
    }

    func synchronizeData(_ file: FileDescriptor) throws(StorageError) {
        try store.reporting(try fileSystem.synchronizeData(file))
    }

    /// The copies of changes that crashes left unfinished.
    func tornCopies() throws(StorageError) -> [String] {
        try store.reporting(try fileSystem.names(in: descriptor)).filter(StoreFileName.isTorn).sorted()
    }

    /// Removes the copies of changes that crashes left unfinished, because they may hold deleted accounts.
    func removeTornCopies() throws(StorageError) {
        for name in try tornCopies() { try removeFile(name) }
    }
}
