/// The system calls of the file repositories.
///
/// No method tries twice: the caller handles interruptions and writes of only some bytes. Names are looked up in an open
/// folder, so that nobody can replace the folder in between, and links are not followed. Files are closed on `exec`.
package protocol FileSystem: Sendable {
    /// Makes a folder, or returns false if something has that name already.
    func makeFolder(at path: String, mode: UInt32) throws(FileSystemError) -> Bool

    /// Removes an empty folder.
    func removeFolder(at path: String) throws(FileSystemError)

    /// Opens a folder; a link in the last place of the path is an error unless it is to be followed.
    func openFolder(at path: String, followsLink: Bool) throws(FileSystemError) -> FileDescriptor

    /// Lists the names in a folder, without `.` and `..`.
    func names(in folder: FileDescriptor) throws(FileSystemError) -> [String]

    /// Opens a file without waiting for another process; a new one gets mode 0600 as far as the umask allows.
    func openFile(
        _ name: String,
        in folder: FileDescriptor,
        for purpose: FilePurpose
    ) throws(FileSystemError) -> FileDescriptor

    /// Reads the status of an open file or folder.
    func status(of file: FileDescriptor) throws(FileSystemError) -> FileStatus

    /// Reads the status of a name; of a link, that of the link.
    func status(of name: String, in folder: FileDescriptor) throws(FileSystemError) -> FileStatus

    /// Sets the permission bits, whatever the umask.
    func setMode(_ mode: UInt32, of file: FileDescriptor) throws(FileSystemError)

    /// Reads at most `count` bytes at an offset; none at the end only.
    func readBytes(upTo count: Int, at offset: Int, from file: FileDescriptor) throws(FileSystemError) -> [UInt8]

    /// Writes at an offset, or at the end of a file that was opened for appending, and returns the number of written
    /// bytes: at least one if there are any.
    func writeBytes(_ bytes: ArraySlice<UInt8>, at offset: Int, to file: FileDescriptor) throws(FileSystemError) -> Int

    /// Cuts a file, or extends it by zeros.
    func setSize(_ size: Int, of file: FileDescriptor) throws(FileSystemError)

    /// Maps the first bytes of a file into memory, which follows every later change of them.
    ///
    /// Writing to the memory writes to the file, and makes nothing durable.
    func map(_ file: FileDescriptor, count: Int, isWritable: Bool) throws(FileSystemError) -> MappedBytes

    /// Makes the bytes of a file, or the names of a folder, durable.
    func synchronize(_ file: FileDescriptor) throws(FileSystemError)

    /// Makes the bytes and the size of a file durable, though perhaps not its times.
    func synchronizeData(_ file: FileDescriptor) throws(FileSystemError)

    /// Locks an open file against every other opening of it, in this process too, until it is unlocked or closed; returns
    /// false if another opening holds the lock.
    func tryLock(_ file: FileDescriptor) throws(FileSystemError) -> Bool

    /// Unlocks a file, and leaves it open.
    func unlock(_ file: FileDescriptor) throws(FileSystemError)

    /// Renames a file in its folder, in place of any file of that name.
    func moveFile(_ name: String, to newName: String, in folder: FileDescriptor) throws(FileSystemError)

    /// Removes a file.
    func removeFile(_ name: String, in folder: FileDescriptor) throws(FileSystemError)

    /// Closes a file or folder. What has to be durable was synchronised before, so this cannot fail.
    func closeFile(_ file: FileDescriptor)

    /// Blocks the calling thread for a while.
    func pause(for duration: Duration)
}

/// The system's number for an open file or folder.
package struct FileDescriptor: Hashable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }
}

/// The purposes for which a file is opened.
package enum FilePurpose: Hashable, Sendable {
    /// To read an existing file.
    case reading

    /// To write and read a file that must not exist yet.
    case creating

    /// To write and read an existing file.
    case writing

    /// To read a file and write at its end; it is made if it does not exist.
    case appending

    /// To lock a file; it is made if it does not exist.
    case locking
}

/// The identity of a file on this machine, by whatever name it was opened.
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
        case other
    }

    package var kind: Kind
    package var identity: FileIdentity

    /// Whether the effective user of this process owns it.
    package var isOwn: Bool

    /// The permission bits with set-user-ID, set-group-ID and the sticky bit.
    package var mode: UInt32

    /// The number of its names.
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

    /// Whether it is a file of this user without a second name.
    var isOwnFile: Bool { kind == .regular && isOwn && links == 1 }

    /// Whether it is such a file, or was until another one took its name.
    var isOwnDocument: Bool { kind == .regular && isOwn && links <= 1 }
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
