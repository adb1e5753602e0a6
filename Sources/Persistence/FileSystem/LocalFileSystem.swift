import CAccountFlowSystem

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// The file system of this machine.
package struct LocalFileSystem: FileSystem {
    package init() {}

    package func makeFolder(at path: String, mode: UInt32) throws(FileSystemError) -> Bool {
        if mkdir(path, mode_t(mode)) == 0 { return true }
        guard errno == EEXIST else { throw failure(of: .makeFolder) }
        return false
    }

    package func removeFolder(at path: String) throws(FileSystemError) {
        guard rmdir(path) == 0 else { throw failure(of: .removeFolder) }
    }

    package func openFolder(at path: String, followsLink: Bool) throws(FileSystemError) -> FileDescriptor {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followsLink ? 0 : O_NOFOLLOW))
        guard descriptor >= 0 else { throw failure(of: .openFolder) }
        return FileDescriptor(rawValue: descriptor)
    }

    package func names(in folder: FileDescriptor) throws(FileSystemError) -> [String] {
        // The stream closes its descriptor and moves its position, so the function opens a separate one.
        let copy = openat(folder.rawValue, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { throw failure(of: .listFolder) }
        guard let stream = fdopendir(copy) else {
            let error = failure(of: .listFolder)
            close(copy)
            throw error
        }
        defer { closedir(stream) }

        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else { break }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        guard errno == 0 else { throw failure(of: .listFolder) }
        return names
    }

    package func openFile(
        _ name: String,
        in folder: FileDescriptor,
        for purpose: FilePurpose
    ) throws(FileSystemError) -> FileDescriptor {
        let access =
            switch purpose {
            case .reading: O_RDONLY
            case .creating: O_RDWR | O_CREAT | O_EXCL
            case .writing: O_RDWR
            case .appending: O_RDWR | O_CREAT | O_APPEND
            case .locking: O_RDWR | O_CREAT
            }
        // Without O_NONBLOCK, a FIFO in place of the file would block until another process writes to it.
        let descriptor = openat(folder.rawValue, name, access | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(of: .openFile(purpose)) }
        return FileDescriptor(rawValue: descriptor)
    }

    package func status(of file: FileDescriptor) throws(FileSystemError) -> FileStatus {
        try status(of: "", in: file)
    }

    package func status(of name: String, in folder: FileDescriptor) throws(FileSystemError) -> FileStatus {
        var status = csystem_status()
        guard csystem_read_status(folder.rawValue, name, &status) == 0 else { throw failure(of: .status) }
        return FileStatus(status)
    }

    package func setMode(_ mode: UInt32, of file: FileDescriptor) throws(FileSystemError) {
        guard fchmod(file.rawValue, mode_t(mode)) == 0 else { throw failure(of: .setMode) }
    }

    package func readBytes(
        upTo count: Int,
        at offset: Int,
        from file: FileDescriptor
    ) throws(FileSystemError) -> [UInt8] {
        var result = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
            result = pread(file.rawValue, buffer.baseAddress, count, off_t(offset))
            initializedCount = max(result, 0)
        }
        guard result >= 0 else { throw failure(of: .read) }
        return bytes
    }

    package func writeBytes(
        _ bytes: ArraySlice<UInt8>,
        at offset: Int,
        to file: FileDescriptor
    ) throws(FileSystemError) -> Int {
        let count = bytes.withUnsafeBytes { pwrite(file.rawValue, $0.baseAddress, $0.count, off_t(offset)) }
        guard count >= 0 else { throw failure(of: .write) }
        // Otherwise, a file that accepts no byte and reports no error would cause an endless loop.
        guard count > 0 || bytes.isEmpty else { throw FileSystemError(operation: .write, code: EIO) }
        return count
    }

    package func endOfData(in file: FileDescriptor, size: Int, longestHole: Int) -> Int {
        Int(csystem_end_of_data(file.rawValue, Int64(size), Int64(longestHole)))
    }

    package func setSize(_ size: Int, of file: FileDescriptor) throws(FileSystemError) {
        guard ftruncate(file.rawValue, off_t(size)) == 0 else { throw failure(of: .setSize) }
    }

    package func map(_ file: FileDescriptor, count: Int, isWritable: Bool) throws(FileSystemError) -> MappedBytes {
        let access = isWritable ? PROT_READ | PROT_WRITE : PROT_READ
        guard let memory = mmap(nil, count, access, MAP_SHARED, file.rawValue, 0), memory != MAP_FAILED else {
            throw failure(of: .map)
        }
        // Access is random, so reading ahead would load megabytes for a few bytes.
        madvise(memory, count, Int32(MADV_RANDOM))
        return MappedBytes(
            address: UInt(bitPattern: memory),
            count: count,
            drop: { address, count in
                // On Apple platforms, the pages stay in memory until the system needs it.
                madvise(UnsafeMutableRawPointer(bitPattern: address), count, Int32(MADV_DONTNEED))
            },
            load: { address, count in
                madvise(UnsafeMutableRawPointer(bitPattern: address), count, Int32(MADV_WILLNEED))
            },
            release: { address, count in
                munmap(UnsafeMutableRawPointer(bitPattern: address), count)
            }
        )
    }

    package func synchronize(_ file: FileDescriptor) throws(FileSystemError) {
        #if canImport(Darwin)
        // On Apple platforms, fsync leaves the bytes in the drive's cache.
        let code = flush(
            full: { fcntl(file.rawValue, F_FULLFSYNC) == 0 ? 0 : errno },
            plain: { fsync(file.rawValue) == 0 ? 0 : errno }
        )
        guard code == 0 else { throw FileSystemError(operation: .synchronize, code: code) }
        #else
        guard fsync(file.rawValue) == 0 else { throw failure(of: .synchronize) }
        #endif
    }

    package func synchronizeData(_ file: FileDescriptor) throws(FileSystemError) {
        #if canImport(Darwin)
        try synchronize(file)
        #else
        guard fdatasync(file.rawValue) == 0 else { throw failure(of: .synchronize) }
        #endif
    }

    package func tryLock(_ file: FileDescriptor) throws(FileSystemError) -> Bool {
        if flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 { return true }
        guard errno == EWOULDBLOCK else { throw failure(of: .lock) }
        return false
    }

    package func unlock(_ file: FileDescriptor) throws(FileSystemError) {
        guard flock(file.rawValue, LOCK_UN) == 0 else { throw failure(of: .unlock) }
    }

    package func moveFile(_ name: String, to newName: String, in folder: FileDescriptor) throws(FileSystemError) {
        guard renameat(folder.rawValue, name, folder.rawValue, newName) == 0 else { throw failure(of: .move) }
    }

    package func removeFile(_ name: String, in folder: FileDescriptor) throws(FileSystemError) {
        guard unlinkat(folder.rawValue, name, 0) == 0 else { throw failure(of: .removeFile) }
    }

    package func closeFile(_ file: FileDescriptor) {
        close(file.rawValue)
    }

    package func pause(for duration: Duration) {
        let (seconds, attoseconds) = duration.components
        var time = timespec(tv_sec: time_t(clamping: seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        nanosleep(&time, nil)
    }

    private func failure(of operation: FileSystemOperation) -> FileSystemError {
        FileSystemError(operation: operation, code: errno)
    }
}

extension FileStatus {
    fileprivate init(_ status: csystem_status) {
        let kind: Kind =
            switch status.mode & UInt32(S_IFMT) {
            case UInt32(S_IFREG): .regular
            case UInt32(S_IFDIR): .folder
            case UInt32(S_IFLNK): .link
            default: .other
            }
        self.init(
            kind: kind,
            identity: FileIdentity(device: status.device, number: status.number),
            isOwn: status.owner == geteuid(),
            mode: status.mode & ~UInt32(S_IFMT),
            links: Int(clamping: status.links),
            size: Int(clamping: status.size)
        )
    }
}
