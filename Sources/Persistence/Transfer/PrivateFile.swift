#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A file for the user alone, which is there whole or not at all.
///
/// It grows under another name, with mode 0600 from its first byte on, is synchronised, and only then gets its name.
package actor PrivateFile {
    private let folderPath: String
    private let name: String
    private let temporaryName: String
    private let replacesExisting: Bool
    private let fileSystem: any FileSystem
    private let executor = DispatchQueueExecutor(label: "Persistence.PrivateFile")

    private var open: (folder: FileDescriptor, file: FileDescriptor)?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Names a file, and makes nothing.
    ///
    /// - Parameters:
    ///   - path: The path of the file; its folder has to exist.
    ///   - replacesExisting: Whether a file of that name is replaced.
    ///   - fileSystem: The calls to the system.
    package init(path: String, replacesExisting: Bool, fileSystem: any FileSystem = LocalFileSystem()) {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        folderPath = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        temporaryName = "." + name + ".tmp"
        self.replacesExisting = replacesExisting
        self.fileSystem = fileSystem
    }

    /// Makes the file under its other name.
    ///
    /// - Throws: `PrivateFileError`; nothing is there then that was not before.
    package func begin() throws(PrivateFileError) {
        guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(0), !folderPath.utf8.contains(0) else {
            throw .failed(code: EISDIR)
        }
        let folder = try calling { () throws(FileSystemError) in
            try fileSystem.openFolder(at: folderPath, followsLink: true)
        }
        do throws(PrivateFileError) {
            if let status = try status(of: name, in: folder) {
                guard replacesExisting else { throw .exists }
                guard status.kind != .folder else { throw .failed(code: EISDIR) }
            }
            open = (folder, try makeFile(in: folder))
        } catch {
            fileSystem.closeFile(folder)
            throw error
        }
    }

    /// Writes behind what was written before.
    package func write(_ bytes: [UInt8]) throws(PrivateFileError) {
        guard let file = open?.file else { return }
        var rest = bytes[...]
        while !rest.isEmpty {
            rest = rest.dropFirst(
                try calling { () throws(FileSystemError) in try fileSystem.writeBytes(rest, to: file) }
            )
        }
    }

    /// Synchronises the file and gives it its name.
    ///
    /// - Throws: `PrivateFileError`; no file was made or replaced then, unless it is the folder that could not be
    ///   synchronised: then the file is there, and a power cut may bring back what was there before.
    package func finish() throws(PrivateFileError) {
        guard let (folder, file) = open else { return }
        var isNameOurs = false
        do throws(PrivateFileError) {
            try calling { () throws(FileSystemError) in try fileSystem.synchronize(file) }
            // In one step, which makes sure that no file of the name was made meanwhile.
            if !replacesExisting {
                fileSystem.closeFile(try openFile(name, in: folder, for: .creating, where: EEXIST, means: .exists))
            }
            isNameOurs = !replacesExisting
            try calling { () throws(FileSystemError) in
                try fileSystem.moveFile(temporaryName, to: name, in: folder)
            }
        } catch {
            // An empty file of ours, which says nothing, would be all that stays.
            if isNameOurs { try? fileSystem.removeFile(name, in: folder) }
            discard()
            throw error
        }
        defer { close() }
        try calling { () throws(FileSystemError) in try fileSystem.synchronize(folder) }
    }

    /// Removes the file, because it is not wanted any more.
    package func discard() {
        guard let folder = open?.folder else { return }
        // Where this fails, whoever writes the file the next time removes it.
        try? fileSystem.removeFile(temporaryName, in: folder)
        close()
    }

    private func close() {
        guard let (folder, file) = open else { return }
        fileSystem.closeFile(file)
        fileSystem.closeFile(folder)
        open = nil
    }

    /// Opens a file where one failure of the system says what somebody else has done.
    private func openFile(
        _ name: String,
        in folder: FileDescriptor,
        for purpose: FilePurpose,
        where code: Int32,
        means reason: PrivateFileError
    ) throws(PrivateFileError) -> FileDescriptor {
        do throws(PrivateFileError) {
            return try calling { () throws(FileSystemError) in
                try fileSystem.openFile(name, in: folder, for: purpose)
            }
        } catch {
            throw error == .failed(code: code) ? reason : error
        }
    }

    /// Makes the file under its other name, which is its own from then on: only who has locked a file removes it.
    private func makeFile(in folder: FileDescriptor) throws(PrivateFileError) -> FileDescriptor {
        try removeLeftover(in: folder)
        let file = try openFile(temporaryName, in: folder, for: .creating, where: EEXIST, means: .busy)
        do throws(PrivateFileError) {
            try lock(file, in: folder)
            try calling { () throws(FileSystemError) in
                try fileSystem.setMode(OpenFolder.fileMode, of: file)
            }
            return file
        } catch {
            // What is busy is for somebody else to remove; where this fails, for whoever writes the file the next time.
            if error != .busy { try? fileSystem.removeFile(temporaryName, in: folder) }
            fileSystem.closeFile(file)
            throw error
        }
    }

    /// Removes what a crash has left.
    private func removeLeftover(in folder: FileDescriptor) throws(PrivateFileError) {
        guard let leftover = try status(of: temporaryName, in: folder) else { return }
        var file: FileDescriptor?
        defer { if let file { fileSystem.closeFile(file) } }
        // What is no file of ours is nothing that anybody is writing.
        if leftover.isOwnFile {
            let opened = try openFile(temporaryName, in: folder, for: .writing, where: ENOENT, means: .busy)
            file = opened
            try lock(opened, in: folder)
        }
        try calling { () throws(FileSystemError) in try fileSystem.removeFile(temporaryName, in: folder) }
    }

    /// Locks a file that had the other name when it was opened.
    ///
    /// - Throws: `.busy` where somebody else has locked it, or has put another file in its place.
    private func lock(_ file: FileDescriptor, in folder: FileDescriptor) throws(PrivateFileError) {
        guard try calling({ () throws(FileSystemError) in try fileSystem.tryLock(file) }) else { throw .busy }
        // Looked at only now: a file that was removed before we had the lock would exclude nobody.
        let locked = try calling { () throws(FileSystemError) in try fileSystem.status(of: file) }
        guard try status(of: temporaryName, in: folder)?.identity == locked.identity else { throw .busy }
    }

    private func status(of name: String, in folder: FileDescriptor) throws(PrivateFileError) -> FileStatus? {
        do throws(PrivateFileError) {
            return try calling { () throws(FileSystemError) in try fileSystem.status(of: name, in: folder) }
        } catch {
            if error == .failed(code: ENOENT) { return nil }
            throw error
        }
    }

    /// Makes a call to the system, again after an interruption.
    @discardableResult
    private func calling<Value>(_ call: () throws(FileSystemError) -> Value) throws(PrivateFileError) -> Value {
        do throws(FileSystemError) {
            return try FileSystemError.uninterrupted(call)
        } catch {
            throw .failed(code: error.code)
        }
    }
}
