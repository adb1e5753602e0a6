/// The calls to the system on which the file repositories stand.
///
/// No method tries twice: an interruption and a write that takes only some of the bytes are the caller's business.
/// Names are looked up in an open folder, so that nobody can put another folder in its place meanwhile, and links are
/// not followed. Files are closed on `exec`.
package protocol FileSystem: Sendable {
    /// Makes a folder.
    ///
    /// - Returns: False where something has that name already.
    func makeFolder(at path: String, mode: UInt32) throws(FileSystemError) -> Bool

    /// Removes an empty folder.
    func removeFolder(at path: String) throws(FileSystemError)

    /// Opens a folder; a link in the last place of the path is an error unless it is to be followed.
    func openFolder(at path: String, followsLink: Bool) throws(FileSystemError) -> FileDescriptor

    /// The names in a folder, without `.` and `..`.
    func names(in folder: FileDescriptor) throws(FileSystemError) -> [String]

    /// Opens a file without ever waiting for another process; a new one gets mode 0600 as far as the umask allows.
    func openFile(
        _ name: String,
        in folder: FileDescriptor,
        for purpose: FilePurpose
    ) throws(FileSystemError) -> FileDescriptor

    /// What the system knows about an open file or folder.
    func status(of file: FileDescriptor) throws(FileSystemError) -> FileStatus

    /// What the system knows about what has a name; of a link, about the link.
    func status(of name: String, in folder: FileDescriptor) throws(FileSystemError) -> FileStatus

    /// Sets the permission bits, whatever the umask.
    func setMode(_ mode: UInt32, of file: FileDescriptor) throws(FileSystemError)

    /// Reads on.
    ///
    /// - Returns: At most `count` bytes; none at the end only.
    func readBytes(upTo count: Int, from file: FileDescriptor) throws(FileSystemError) -> [UInt8]

    /// Reads at a place.
    ///
    /// - Returns: At most `count` bytes; none at the end only.
    func readBytes(
        upTo count: Int,
        at offset: Int,
        from file: FileDescriptor
    ) throws(FileSystemError) -> [UInt8]

    /// Writes on.
    ///
    /// - Returns: How many of the bytes were written, one at least where there are any.
    func writeBytes(_ bytes: ArraySlice<UInt8>, to file: FileDescriptor) throws(FileSystemError) -> Int

    /// Writes at a place.
    ///
    /// - Returns: How many of the bytes were written, one at least where there are any.
    func writeBytes(
        _ bytes: ArraySlice<UInt8>,
        at offset: Int,
        to file: FileDescriptor
    ) throws(FileSystemError) -> Int

    /// Cuts a file, or makes it longer by zeros.
    func setSize(_ size: Int, of file: FileDescriptor) throws(FileSystemError)

    /// Shows the first bytes of a file as memory, which follows every later change of them.
    ///
    /// No more bytes may be read than there are in the file. Writing to the memory writes to the file, and makes
    /// nothing durable.
    func map(_ file: FileDescriptor, count: Int, isWritable: Bool) throws(FileSystemError) -> MappedBytes

    /// Returns when the medium has what was written to a file, or the names of a folder.
    func synchronize(_ file: FileDescriptor) throws(FileSystemError)

    /// Returns when the medium has the bytes of a file and its size, though perhaps not its times.
    func synchronizeData(_ file: FileDescriptor) throws(FileSystemError)

    /// Locks an open file against every other opening of it, in this process too, until it is unlocked or closed.
    ///
    /// - Returns: False where somebody else holds the lock.
    func tryLock(_ file: FileDescriptor) throws(FileSystemError) -> Bool

    /// Ends a lock, and leaves the file open.
    func unlock(_ file: FileDescriptor) throws(FileSystemError)

    /// Gives a file another name in its folder, in place of any file of that name.
    func moveFile(_ name: String, to newName: String, in folder: FileDescriptor) throws(FileSystemError)

    /// Removes a file.
    func removeFile(_ name: String, in folder: FileDescriptor) throws(FileSystemError)

    /// Closes a file or folder. What has to be durable was synchronised before, so there is nothing to fail.
    func closeFile(_ file: FileDescriptor)

    /// Lets time pass on the calling thread.
    func pause(for duration: Duration)
}
