import Domain

/// An open store file.
final class StoreFile: Sendable {
    let checkpoint: Checkpoint
    let identity: FileIdentity
    let descriptor: FileDescriptor
    private let fileSystem: any FileSystem

    var header: StoreHeader { checkpoint.header }

    init(
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
        let (store, fileSystem) = (folder.store, folder.fileSystem)
        let opened = try store.reportingUnlessMissing(
            try fileSystem.openFile(StoreFileName.store, in: folder.descriptor, for: purpose)
        )
        guard let descriptor = opened else { return nil }
        do throws(StorageError) {
            let status = try store.reporting(try fileSystem.status(of: descriptor))
            // A file that was replaced since it was opened has no name any more.
            guard status.isOwnDocument else {
                throw store.unsafeLocation
            }
            let page = try store.read(StoreHeader.size, at: 0, of: descriptor, by: fileSystem)
            let header = try header(page, fileSize: status.size, of: store)
            let count = header.index.upperBound
            let mapped = try store.reporting(try fileSystem.map(descriptor, count: count, isWritable: false))
            return StoreFile(
                descriptor: descriptor,
                identity: status.identity,
                checkpoint: Checkpoint(header: header, mapped: mapped),
                fileSystem: fileSystem
            )
        } catch {
            fileSystem.closeFile(descriptor)
            throw error
        }
    }

    private static func header(
        _ page: [UInt8],
        fileSize: Int,
        of store: StorageError.Store
    ) throws(StorageError) -> StoreHeader {
        let result = page.withUnsafeBytes { page in
            Result { () throws(StoreHeader.Failure) in try StoreHeader(page, fileSize: fileSize) }
        }
        switch result {
        case .success(let header): return header
        case .failure(.damaged): throw store.corrupt
        case .failure(.newerVersion(let version)):
            throw StorageError(store: store, reason: .unsupportedVersion(version))
        }
    }
}

extension StorageError.Store {
    /// Reads bytes at a place, up to the end of the file.
    func read(
        _ count: Int,
        at offset: Int,
        of file: FileDescriptor,
        by fileSystem: any FileSystem
    ) throws(StorageError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let (missing, place) = (count - bytes.count, offset + bytes.count)
            let chunk = try reporting(try fileSystem.readBytes(upTo: missing, at: place, from: file))
            if chunk.isEmpty { break }
            if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
        }
        return bytes
    }

    /// Writes all bytes at a place.
    func write(
        _ bytes: [UInt8],
        at offset: Int,
        to file: FileDescriptor,
        by fileSystem: any FileSystem
    ) throws(StorageError) {
        var remaining = bytes[...]
        while !remaining.isEmpty {
            let place = offset + bytes.count - remaining.count
            let part = remaining
            remaining = remaining.dropFirst(try reporting(try fileSystem.writeBytes(part, at: place, to: file)))
        }
    }
}
