#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The temporary file that a killed export left, with password hashes.
enum ExportLeftover {
    /// The first bytes of every export, by which its temporary file differs from those of other programs.
    private static let beginning = Array(#"{"createdAt":"#.utf8)

    /// Removes the leftovers in the folder of a new export.
    static func removeAll(nextTo path: String) {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { String(path[...$0]) } ?? "./"
        // The export itself reports a folder that cannot be read.
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return }
        for name in names where name.hasPrefix(".") && name.hasSuffix(".tmp") { remove(folder + name) }
    }

    /// Removes a file, unless it is in use or is no export of this user.
    private static func remove(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var (opened, named) = (stat(), stat())
        var bytes = [UInt8](repeating: 0, count: beginning.count)
        // An export locks its temporary file. The name is checked after that, because it may have a new file.
        guard fstat(descriptor, &opened) == 0, opened.st_mode == S_IFREG | 0o600, opened.st_uid == geteuid(),
            flock(descriptor, LOCK_EX | LOCK_NB) == 0, lstat(path, &named) == 0,
            (opened.st_dev, opened.st_ino) == (named.st_dev, named.st_ino),
            bytes.withUnsafeMutableBytes({ readUninterrupted(descriptor, $0) }) == bytes.count, bytes == beginning
        else { return }
        unlink(path)
    }
}
