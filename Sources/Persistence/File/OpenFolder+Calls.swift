import CAccountFlowSystem
import Domain

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// System calls, whose failures are errors of the store.
extension OpenFolder {
    /// Returns the status of a file, or nil if there is none of that name.
    func status(of name: String) throws(StorageError) -> FileStatus? {
        try store.reportingUnlessMissing(try fileSystem.status(of: name, in: descriptor))
    }

    func status(of file: FileDescriptor) throws(StorageError) -> FileStatus {
        try store.reporting(try fileSystem.status(of: file))
    }

    /// Returns the status of an open file; throws unless it is this user's and has no other name than this one.
    func ownStatus(of file: FileDescriptor, _ name: String) throws(StorageError) -> FileStatus {
        let status = try status(of: file)
        if let obstacle = status.obstacle { throw store.unsafe(obstacle, file: name) }
        return status
    }

    /// Opens a file, or returns nil if there is none of that name.
    func openFile(_ name: String, for purpose: FilePurpose) throws(StorageError) -> FileDescriptor? {
        try naming(name) { () throws(StorageError) in
            try store.reportingUnlessMissing(try fileSystem.openFile(name, in: descriptor, for: purpose))
        }
    }

    /// Opens a file, and names it if something else is in its place.
    func naming<Value>(_ name: String, _ open: () throws(StorageError) -> Value) throws(StorageError) -> Value {
        do throws(StorageError) {
            return try open()
        } catch {
            if case .unsafeLocation(let location) = error.reason { throw store.unsafe(location, file: name) }
            throw error
        }
    }

    /// Creates a file with mode 0600, whatever the umask.
    func makeFile(_ name: String) throws(StorageError) -> FileDescriptor {
        let file = try store.reporting(try fileSystem.openFile(name, in: descriptor, for: .creating))
        do throws(StorageError) {
            // The mode is set before the first byte is written.
            try store.reporting(try fileSystem.setMode(Self.fileMode, of: file))
            return file
        } catch {
            // If this fails too, the next writer removes the file.
            try? removeFile(name)
            fileSystem.closeFile(file)
            throw error
        }
    }

    /// Renames a file, and replaces any file of that name.
    func moveFile(_ name: String, to newName: String) throws(StorageError) {
        try store.reporting(try fileSystem.moveFile(name, to: newName, in: descriptor))
    }

    func names() throws(StorageError) -> [String] {
        try store.reporting(try fileSystem.names(in: descriptor))
    }

    /// Removes a file, if it exists.
    func removeFile(_ name: String) throws(StorageError) {
        _ = try store.reportingUnlessMissing(try fileSystem.removeFile(name, in: descriptor))
    }

    /// Maps the first bytes of a file.
    func map(_ file: FileDescriptor, count: Int, isWritable: Bool) throws(StorageError) -> MappedBytes {
        try store.reporting(try fileSystem.map(file, count: count, isWritable: isWritable))
    }

    /// Reads the first bytes of a file, in which long zeros take no memory.
    func load(_ count: Int, of file: FileDescriptor) throws(StorageError) -> MappedBytes {
        guard let memory = calloc(count, 1) else { throw StorageError(store: store, reason: .failed(code: ENOMEM)) }
        let loaded = MappedBytes(address: UInt(bitPattern: memory), count: count) { address, _ in
            free(UnsafeMutableRawPointer(bitPattern: address))
        }
        for offset in stride(from: 0, to: count, by: StoreView.largestChunk) {
            let chunk = try read(min(StoreView.largestChunk, count - offset), at: offset, of: file)
            chunk.withBytes { bytes in
                guard let first = bytes.baseAddress, !csystem_is_zero(first, UInt(bytes.count)) else { return }
                (memory + offset).copyMemory(from: first, byteCount: bytes.count)
            }
        }
        return loaded
    }

    /// Reads `count` bytes at an offset, or fewer at the end of the file.
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
}
