import Domain

/// The names of the files of the account store.
enum StoreFileName {
    static let store = "accounts.store"

    private static let tornPrefix = "accounts.torn-"

    /// Returns the name of the copy of bytes that a crash left after the frame with a number.
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
        _ descriptor: FileDescriptor,
        in folder: OpenFolder,
        for purpose: FilePurpose
    ) throws(StorageError) {
        // A file that was replaced after it was opened has no name left.
        let status = try folder.ownStatus(of: descriptor, StoreFileName.store)
        if purpose == .writing, status.mode != OpenFolder.fileMode {
            // Another program may have changed it.
            try folder.store.reporting(try folder.fileSystem.setMode(OpenFolder.fileMode, of: descriptor))
        }
        let page = try folder.read(StoreHeader.size, at: 0, of: descriptor)
        let header = try folder.store.decoding { () throws(InvalidRecord) in
            try page.withBytes { page throws(InvalidRecord) in try StoreHeader(page, fileSize: status.size) }
        }
        let mapped = try folder.map(descriptor, count: header.index.upperBound, isWritable: false)
        checkpoint = Checkpoint(header: header, mapped: mapped)
        identity = status.identity
        self.descriptor = descriptor
        fileSystem = folder.fileSystem
    }

    deinit { fileSystem.closeFile(descriptor) }

    /// Opens the store file of a folder, or returns nil if there is none.
    ///
    /// Throws `.replaced` if the commit pointer proves that there was a file and there is none, or that it was another
    /// store's.
    static func open(
        in folder: OpenFolder,
        for purpose: FilePurpose,
        provedBy pointer: CommitPointer? = nil
    ) throws(StorageError) -> StoreFile? {
        // The proof is read before the file, which another process may be creating.
        let (newest, isProved) = (pointer?.acknowledged, pointer?.provesContents == true)
        let file = try openAny(in: folder, for: purpose)
        if file == nil, isProved { throw folder.store.replaced }
        // A store without frames has never had an account.
        if let newest, newest.sequence > 0, file?.header.store != newest.store { throw folder.store.replaced }
        return file
    }

    private static func openAny(in folder: OpenFolder, for purpose: FilePurpose) throws(StorageError) -> StoreFile? {
        guard let descriptor = try folder.openFile(StoreFileName.store, for: purpose) else { return nil }
        do throws(StorageError) {
            return try StoreFile(descriptor, in: folder, for: purpose)
        } catch {
            folder.fileSystem.closeFile(descriptor)
            throw error
        }
    }
}

extension OpenFolder {
    /// Returns the names of the copies of changes that crashes left unfinished; a folder with such a name is none.
    func tornCopies() throws(StorageError) -> [String] {
        var copies: [String] = []
        for name in try names().sorted() where StoreFileName.isTorn(name) {
            if try status(of: name)?.kind != .folder { copies.append(name) }
        }
        return copies
    }

    /// Removes the copies of unfinished changes, because they may contain deleted accounts.
    func removeTornCopies() throws(StorageError) {
        for name in try tornCopies() { try removeFile(name) }
    }
}
