import Domain

/// The system calls of the file repositories.
///
/// No method repeats a call: the caller handles interruptions and incomplete writes. Names are looked up in an open
/// folder, so that the folder cannot be replaced in between, and links are not followed. Files are closed on `exec`.
package protocol FileSystem: Sendable {
    /// Creates a folder, or returns false if the name exists already.
    func makeFolder(at path: String, mode: UInt32) throws(FileSystemError) -> Bool

    /// Removes an empty folder.
    func removeFolder(at path: String) throws(FileSystemError)

    /// Opens a folder; throws if the last component of the path is a link, unless `followsLink` is set.
    func openFolder(at path: String, followsLink: Bool) throws(FileSystemError) -> FileDescriptor

    /// Returns the names in a folder, without `.` and `..`.
    func names(in folder: FileDescriptor) throws(FileSystemError) -> [String]

    /// Opens a file without waiting for another process; a new one gets mode 0600, less the umask.
    func openFile(
        _ name: String,
        in folder: FileDescriptor,
        for purpose: FilePurpose
    ) throws(FileSystemError) -> FileDescriptor

    /// Returns the status of an open file or folder.
    func status(of file: FileDescriptor) throws(FileSystemError) -> FileStatus

    /// Returns the status of a name; for a link, that of the link itself.
    func status(of name: String, in folder: FileDescriptor) throws(FileSystemError) -> FileStatus

    /// Sets the permission bits, whatever the umask.
    func setMode(_ mode: UInt32, of file: FileDescriptor) throws(FileSystemError)

    /// Reads at most `count` bytes at an offset; returns none only at the end.
    func readBytes(upTo count: Int, at offset: Int, from file: FileDescriptor) throws(FileSystemError) -> [UInt8]

    /// Writes at an offset, or at the end of a file that was opened for appending, and returns the number of written
    /// bytes: at least one if there are any.
    func writeBytes(_ bytes: ArraySlice<UInt8>, at offset: Int, to file: FileDescriptor) throws(FileSystemError) -> Int

    /// Returns where the data of a file ends: before a hole that is longer than a number of bytes, or before the last one.
    /// A file system without holes returns the size.
    func endOfData(in file: FileDescriptor, size: Int, longestHole: Int) -> Int

    /// Cuts a file, or extends it with zeros.
    func setSize(_ size: Int, of file: FileDescriptor) throws(FileSystemError)

    /// Maps the first bytes of a file into memory, which shows every later change of them.
    ///
    /// Writing to the memory changes the file, but not durably.
    func map(_ file: FileDescriptor, count: Int, isWritable: Bool) throws(FileSystemError) -> MappedBytes

    /// Makes the bytes of a file, or the names of a folder, durable.
    func synchronize(_ file: FileDescriptor) throws(FileSystemError)

    /// Makes the bytes and the size of a file durable, but perhaps not its times.
    func synchronizeData(_ file: FileDescriptor) throws(FileSystemError)

    /// Locks an open file against every other descriptor of that file, even in this process, until it is unlocked or
    /// closed; returns false if another descriptor has locked it.
    func tryLock(_ file: FileDescriptor) throws(FileSystemError) -> Bool

    /// Unlocks a file without closing it.
    func unlock(_ file: FileDescriptor) throws(FileSystemError)

    /// Renames a file in its folder, and replaces any file of that name.
    func moveFile(_ name: String, to newName: String, in folder: FileDescriptor) throws(FileSystemError)

    /// Removes a file.
    func removeFile(_ name: String, in folder: FileDescriptor) throws(FileSystemError)

    /// Closes a file or folder. This cannot lose data, because durable changes were synchronised before.
    func closeFile(_ file: FileDescriptor)

    /// Blocks the calling thread for a duration.
    func pause(for duration: Duration)
}

extension FileSystem {
    /// The end of the name of an export that is being written.
    private static var exportSuffix: String { ".account-export.tmp" }

    /// Returns the name of an export while it is being written.
    func unfinishedExport(_ name: String) -> String { "." + name + Self.exportSuffix }

    /// Returns whether a name is that of an export that is being written, or that a killed process left.
    func isUnfinishedExport(_ name: String) -> Bool { name.hasSuffix(Self.exportSuffix) }

    /// Removes the exports that killed processes left in a folder, because they contain password hashes.
    ///
    /// A process that is writing an export has locked it.
    func removeUnfinishedExports(in folder: FileDescriptor, except own: String? = nil) throws(FileSystemError) {
        for name in try names(in: folder) where isUnfinishedExport(name) && name != own {
            do throws(FileSystemError) {
                guard try status(of: name, in: folder).isOwnFile else { continue }
                let file = try openFile(name, in: folder, for: .writing)
                defer { closeFile(file) }
                if try tryLock(file), try status(of: name, in: folder).identity == status(of: file).identity {
                    try removeFile(name, in: folder)
                }
            } catch {
                // Another process has just finished or removed it.
                guard error.isMissing else { throw error }
            }
        }
    }
}

/// The system's number for an open file or folder.
package struct FileDescriptor: Hashable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }
}

/// The purpose for which a file is opened.
package enum FilePurpose: Hashable, Sendable {
    /// To read an existing file.
    case reading

    /// To write and read a new file, which must not exist yet.
    case creating

    /// To write and read an existing file.
    case writing

    /// To read a file and write at its end; the file is created if it does not exist.
    case appending

    /// To lock a file, which is created if it does not exist.
    case locking
}

/// The identity of a file on this machine, independent of its name.
package struct FileIdentity: Hashable, Sendable {
    package let device: UInt64
    package let number: UInt64

    package init(device: UInt64, number: UInt64) {
        self.device = device
        self.number = number
    }
}

/// The status of a file or folder.
package struct FileStatus: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case regular
        case folder
        case link
        case other
    }

    package var kind: Kind
    package var identity: FileIdentity

    /// Whether the effective user of this process owns it.
    package var isOwn: Bool

    /// The permission bits, with set-user-ID, set-group-ID and the sticky bit.
    package var mode: UInt32

    /// The number of hard links.
    package var links: Int

    /// The size in bytes.
    package var size: Int

    package init(kind: Kind, identity: FileIdentity, isOwn: Bool, mode: UInt32, links: Int, size: Int) {
        self.identity = identity
        self.kind = kind
        self.isOwn = isOwn
        self.mode = mode
        self.links = links
        self.size = size
    }

    /// Whether it is a file of this user with one name.
    var isOwnFile: Bool { obstacle == nil && links == 1 }

    /// The reason why it is no file of this user with one name, or with none after another file has replaced it.
    var obstacle: StorageError.UnsafeLocation? {
        if kind == .link { return .link }
        if kind != .regular { return .notAFile }
        if !isOwn { return .anotherOwner }
        return links > 1 ? .secondName : nil
    }
}

/// The operations of a ``FileSystem`` that can fail.
package enum FileSystemOperation: Hashable, Sendable {
    case makeFolder
    case removeFolder
    case openFolder
    case listFolder
    case openFile(FilePurpose)
    case status
    case setMode
    case read
    case write
    case setSize
    case map
    case synchronize
    case lock
    case unlock
    case move
    case removeFile
}

/// A failed system call.
package struct FileSystemError: Error, Hashable, Sendable {
    package let operation: FileSystemOperation

    /// The value of `errno`.
    package let code: Int32

    package init(operation: FileSystemOperation, code: Int32) {
        self.operation = operation
        self.code = code
    }
}
