import App
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
package import Persistence

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// The place that an export is written to.
package enum ExportDestination {
    case standardOutput

    /// A FIFO or a device, which gets the accounts as they are read.
    case stream(Int32)

    /// A file that exists completely or not at all.
    case file(PrivateFile)

    /// The reason why a path is no destination: it names something that an export must neither replace nor write to.
    package enum Refusal: Hashable, Sendable, CaseIterable {
        case folder, link, socket, blockDevice

        /// A place in a folder of stores, or a second name of one of their files.
        case store

        /// A FIFO of another user, who could read the password hashes.
        case foreignFIFO
    }

    private static let pause: Duration = .milliseconds(50)

    /// Opens the destination of a path; `-` and `/dev/stdout` are standard output.
    ///
    /// Opening a FIFO waits for its reader. A link to a FIFO or a device is followed, because shells pass such links.
    @FileActor
    static func open(
        _ path: String,
        replacesExisting: Bool,
        besides stores: AppConfiguration.Storage
    ) async throws(TransferFailure) -> ExportDestination {
        guard path != "-", path != "/dev/stdout" else { return .standardOutput }
        guard !path.hasSuffix("/") else { throw .refused(.folder) }
        if case .folder(let folder) = stores.device, isStored(path, in: folder) { throw .refused(.store) }
        var (own, target) = (stat(), stat())
        guard !path.utf8.contains(0), lstat(path, &own) == 0 else {
            return try await openFile(path, replacesExisting: replacesExisting)
        }
        if stat(path, &target) == 0 {
            switch target.st_mode & S_IFMT {
            case S_IFCHR: return .stream(try await openStream(path, target))
            case S_IFIFO where target.st_uid == geteuid(): return .stream(try await openStream(path, target))
            default: break
            }
        }
        switch own.st_mode & S_IFMT {
        case S_IFDIR: throw .refused(.folder)
        case S_IFLNK: throw .refused(.link)
        case S_IFSOCK: throw .refused(.socket)
        case S_IFBLK: throw .refused(.blockDevice)
        case S_IFIFO: throw .refused(.foreignFIFO)
        default: return try await openFile(path, replacesExisting: replacesExisting)
        }
    }

    private static func openFile(
        _ path: String,
        replacesExisting: Bool
    ) async throws(TransferFailure) -> ExportDestination {
        let file = PrivateFile(path: path, replacesExisting: replacesExisting)
        try await mapError(TransferFailure.file, awaiting: try await file.begin())
        return .file(file)
    }

    /// Writes lines, to the console if the destination is standard output.
    @FileActor
    func write(_ lines: String, _ console: (any Console)? = nil) async throws(TransferFailure) {
        switch self {
        case .standardOutput: guard console?.write(lines) == true else { throw .output }
        case .stream(let descriptor): guard writeAll(descriptor, lines) else { throw .file(.failed(code: errno)) }
        case .file(let file):
            try await mapError(TransferFailure.file, awaiting: try await file.write(Array(lines.utf8)))
        }
    }

    /// Completes the file of an export, or removes it.
    func end(isComplete: Bool) async throws(TransferFailure) {
        switch self {
        case .standardOutput: break
        case .stream(let descriptor): close(descriptor)
        case .file(let file) where isComplete:
            try await mapError(TransferFailure.file, awaiting: try await file.finish())
        case .file(let file): await file.discard()
        }
    }

    /// Returns whether a path is in a folder or another one of stores, or a second name of one of the folder's files.
    @FileActor
    private static func isStored(_ path: String, in folder: String) -> Bool {
        func identity(_ path: String) -> [UInt64]? {
            var status = stat()
            return stat(path, &status) == 0 ? [UInt64(status.st_dev), UInt64(status.st_ino)] : nil
        }
        let parent = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
        // Only a folder of stores has this file; the program keeps several.
        if identity(parent + ".lock") != nil { return true }
        guard let home = identity(folder) else { return false }
        if identity(parent) == home { return true }
        guard let file = identity(path) else { return false }
        // A folder that cannot be listed is reported by its stores.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.contains { identity(folder + "/" + $0) == file }
    }

    /// Opens a FIFO or a device for writing, and throws if the path names another file by now.
    @FileActor
    private static func openStream(_ path: String, _ expected: stat) async throws(TransferFailure) -> Int32 {
        while !Task.isCancelled {
            let descriptor = openUninterrupted(path, O_WRONLY)
            if descriptor >= 0 {
                var opened = stat()
                guard fstat(descriptor, &opened) == 0,
                    (opened.st_dev, opened.st_ino) == (expected.st_dev, expected.st_ino)
                else {
                    close(descriptor)
                    throw .file(.busy)
                }
                _ = fcntl(descriptor, F_SETFL, 0)
                return descriptor
            }
            // The FIFO has no reader yet. A device with this error does not exist.
            guard errno == ENXIO, expected.st_mode & S_IFMT == S_IFIFO else { throw .file(.failed(code: errno)) }
            // If the task is cancelled, the loop ends.
            try? await Task.sleep(for: pause)
        }
        throw .cancelled
    }
}
