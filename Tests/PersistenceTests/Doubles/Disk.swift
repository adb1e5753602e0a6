import Foundation
import Testing

/// File operations of tests that bypass the stores.
enum Disk {
    static func read(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: path)))
    }

    static func write(_ bytes: [UInt8], to path: String, mode: UInt32 = 0o600) throws {
        // This creates a new file, because some file systems flush a file that is truncated and written again.
        unlink(path)
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL, mode_t(mode))
        try #require(file >= 0)
        defer { close(file) }
        try #require(bytes.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) } == bytes.count)
        try #require(fchmod(file, mode_t(mode)) == 0)
    }

    /// Flips a bit of a file.
    static func flip(_ bit: Int, of path: String) throws {
        let file = open(path, O_RDWR)
        try #require(file >= 0)
        defer { close(file) }
        var byte: UInt8 = 0
        try #require(pread(file, &byte, 1, off_t(bit / 8)) == 1)
        byte ^= 1 << UInt8(bit % 8)
        try #require(pwrite(file, &byte, 1, off_t(bit / 8)) == 1)
    }

    static func setMode(_ mode: UInt32, of path: String) throws {
        try #require(chmod(path, mode_t(mode)) == 0)
    }

    /// Returns the permission bits of a file, without following a link.
    static func mode(of path: String) throws -> UInt32 {
        UInt32(try status(of: path).st_mode & ~S_IFMT)
    }

    /// Returns the inode, mode, link count and size of a file, without following a link.
    static func identity(of path: String) throws -> [Int] {
        let status = try status(of: path)
        return [Int(status.st_ino), Int(status.st_mode), Int(status.st_nlink), Int(status.st_size)]
    }

    static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    static func names(in path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    static func makeFolder(_ path: String, mode: UInt32 = 0o700) throws {
        try #require(mkdir(path, 0o700) == 0)
        try setMode(mode, of: path)
    }

    static func makeLink(_ path: String, to target: String) throws {
        try #require(symlink(target, path) == 0)
    }

    static func makeHardLink(_ path: String, to target: String) throws {
        try #require(link(target, path) == 0)
    }

    static func makeFIFO(_ path: String) throws {
        try #require(mkfifo(path, 0o600) == 0)
    }

    static func makeSocket(_ path: String) throws {
        try #require(mknod(path, S_IFSOCK | 0o600, 0) == 0)
    }

    /// Creates a sparse file.
    static func makeEmptyFile(_ path: String, size: Int) throws {
        try write([], to: path)
        try #require(truncate(path, off_t(size)) == 0)
    }

    /// Adds zeros to the end of a file, which take no space on the disk.
    static func lengthen(_ path: String, by count: Int) throws {
        try #require(truncate(path, off_t(try identity(of: path)[3] + count)) == 0)
    }

    static func remove(_ path: String) throws {
        try FileManager.default.removeItem(atPath: path)
    }

    private static func status(of path: String) throws -> stat {
        var status = stat()
        try #require(lstat(path, &status) == 0)
        return status
    }
}
