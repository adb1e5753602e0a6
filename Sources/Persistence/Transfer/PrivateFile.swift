#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// A file for the user alone that exists completely or not at all.
///
/// It is written under a temporary name, with mode 0600 from the first byte, synchronised, and then renamed. If the
/// process is killed, the next export to the folder removes the temporary file, and so does the next change of a store
/// in that folder.
package actor PrivateFile {
    private let folderPath: String
    private let name: String
    private let temporaryName: String
    private let replacesExisting: Bool
    private let fileSystem: any FileSystem
    private let executor = DispatchQueueExecutor(label: "Persistence.PrivateFile")

    private var open: (folder: FileDescriptor, file: FileDescriptor)?
    private var size = 0

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Creates a description of a file, whose folder must exist; it does not use the disk.
    package init(path: String, replacesExisting: Bool, fileSystem: any FileSystem = LocalFileSystem()) {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        folderPath = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        temporaryName = fileSystem.unfinishedExport(name)
        self.replacesExisting = replacesExisting
        self.fileSystem = fileSystem
    }

    /// Creates the file under its temporary name, or throws and creates nothing.
    package func begin() throws(PrivateFileError) {
        guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(0), !folderPath.utf8.contains(0) else {
            throw .failed(code: EISDIR)
        }
        let folder = try calling(try fileSystem.openFolder(at: folderPath, followsLink: true))
        do throws(PrivateFileError) {
            if let status = try status(of: name, in: folder) {
                guard replacesExisting else { throw .exists }
                guard status.kind != .folder else { throw .failed(code: EISDIR) }
            }
            try calling(try fileSystem.removeUnfinishedExports(in: folder, except: temporaryName))
            open = (folder, try makeFile(in: folder))
        } catch {
            fileSystem.closeFile(folder)
            throw error
        }
    }

    package func write(_ bytes: [UInt8]) throws(PrivateFileError) {
        guard let file = open?.file else { return }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try calling(try fileSystem.writeBytes(rest, at: size, to: file))
            rest = rest.dropFirst(count)
            size += count
        }
    }

    /// Synchronises and renames the file.
    ///
    /// If this fails, no file was created or replaced. If only the folder could not be synchronised, the file exists,
    /// but a power cut may undo that.
    package func finish() throws(PrivateFileError) {
        guard let (folder, file) = open else { return }
        var isNameOurs = false
        do throws(PrivateFileError) {
            try calling(try fileSystem.synchronize(file))
            // Creating an empty file fails if another process has created a file of that name.
            if !replacesExisting {
                let made = try calling(
                    try fileSystem.openFile(name, in: folder, for: .creating),
                    where: EEXIST,
                    means: .exists
                )
                fileSystem.closeFile(made)
            }
            isNameOurs = !replacesExisting
            try calling(try fileSystem.moveFile(temporaryName, to: name, in: folder))
        } catch {
            // Without this, the empty file would remain.
            if isNameOurs { try? fileSystem.removeFile(name, in: folder) }
            discard()
            throw error
        }
        defer { close() }
        try calling(try fileSystem.synchronize(folder))
    }

    /// Removes the unfinished file.
    package func discard() {
        guard let folder = open?.folder else { return }
        // If this fails, the next writer of the file removes it.
        try? fileSystem.removeFile(temporaryName, in: folder)
        close()
    }

    private func close() {
        guard let (folder, file) = open else { return }
        fileSystem.closeFile(file)
        fileSystem.closeFile(folder)
        open = nil
    }

    /// Creates and locks the temporary file; only the holder of the lock removes it.
    private func makeFile(in folder: FileDescriptor) throws(PrivateFileError) -> FileDescriptor {
        try removeLeftover(in: folder)
        let file = try calling(try fileSystem.openFile(temporaryName, in: folder, for: .creating), where: EEXIST)
        do throws(PrivateFileError) {
            try lock(file, in: folder)
            try calling(try fileSystem.setMode(OpenFolder.fileMode, of: file))
            return file
        } catch {
            // Another process removes a busy file. If this removal fails, the next writer repeats it.
            if error != .busy { try? fileSystem.removeFile(temporaryName, in: folder) }
            fileSystem.closeFile(file)
            throw error
        }
    }

    /// Removes the temporary file that a crash left.
    private func removeLeftover(in folder: FileDescriptor) throws(PrivateFileError) {
        guard let leftover = try status(of: temporaryName, in: folder) else { return }
        var file: FileDescriptor?
        defer { if let file { fileSystem.closeFile(file) } }
        // A process only writes a regular file of this user.
        if leftover.isOwnFile {
            let opened = try calling(try fileSystem.openFile(temporaryName, in: folder, for: .writing), where: ENOENT)
            file = opened
            try lock(opened, in: folder)
        }
        try calling(try fileSystem.removeFile(temporaryName, in: folder))
    }

    /// Locks the temporary file, and throws `.busy` if another process has locked or replaced it.
    private func lock(_ file: FileDescriptor, in folder: FileDescriptor) throws(PrivateFileError) {
        guard try calling(try fileSystem.tryLock(file)) else { throw .busy }
        // The file is checked after it is locked, because locking a removed file excludes no other process.
        let locked = try calling(try fileSystem.status(of: file))
        guard try status(of: temporaryName, in: folder)?.identity == locked.identity else { throw .busy }
    }

    private func status(of name: String, in folder: FileDescriptor) throws(PrivateFileError) -> FileStatus? {
        do throws(PrivateFileError) {
            return try calling(try fileSystem.status(of: name, in: folder))
        } catch {
            if error == .failed(code: ENOENT) { return nil }
            throw error
        }
    }

    /// Makes a system call, and repeats it after an interruption; the failure `code` is reported as `reason`.
    @discardableResult
    private func calling<Value>(
        _ call: @autoclosure () throws(FileSystemError) -> Value,
        where code: Int32 = 0,
        means reason: PrivateFileError = .busy
    ) throws(PrivateFileError) -> Value {
        do throws(FileSystemError) {
            return try FileSystemError.uninterrupted(call)
        } catch {
            throw error.code == code ? reason : .failed(code: error.code)
        }
    }
}

/// The reason why a private file was not written.
package enum PrivateFileError: Error, Hashable, Sendable {
    /// A file of that name exists and must not be replaced.
    case exists

    /// Another process is writing the file.
    case busy

    /// A system call failed with this value of `errno`.
    case failed(code: Int32)
}
