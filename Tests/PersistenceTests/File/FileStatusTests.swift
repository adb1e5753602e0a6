import Foundation
import Persistence
import TestSupport
import Testing

/// What the system knows about files, however it is asked.
struct FileStatusTests {
    private let temporary = TemporaryFolder()

    private func posix(_ path: String) -> stat {
        var status = stat()
        #expect(lstat(path, &status) == 0)
        return status
    }

    @Test func `files, folders, links and pipes are told as lstat tells them`() throws {
        let (files, path) = (LocalFileSystem(), temporary.path)
        let folder = try files.openFolder(at: path, followsLink: false)
        defer { files.closeFile(folder) }
        let file = try files.openFile("file", in: folder, for: .creating)
        defer { files.closeFile(file) }
        try files.setMode(0o640, of: file)
        try files.setSize(12_345, of: file)
        #expect(link(path + "/file", path + "/other name") == 0)
        #expect(symlink("file", path + "/link") == 0 && mkfifo(path + "/pipe", 0o600) == 0)
        #expect(mkdir(path + "/folder", 0o710) == 0)

        let kinds: KeyValuePairs<String, FileStatus.Kind> = [
            "file": .regular, "other name": .regular, "link": .other, "pipe": .other, "folder": .folder,
        ]
        for (name, kind) in kinds {
            let (status, expected) = (try files.status(of: name, in: folder), posix(path + "/" + name))
            #expect(status.kind == kind && status.isOwn == (expected.st_uid == geteuid()), "\(name)")
            #expect(
                status.mode == UInt32(expected.st_mode) & 0o7777 && status.links == Int(expected.st_nlink),
                "\(name)"
            )
            #expect(status.size == Int(expected.st_size), "\(name)")
            #expect(status.identity.number == UInt64(expected.st_ino), "\(name)")
        }
        #expect(try files.status(of: file) == files.status(of: "file", in: folder))
        #expect(try files.status(of: file).identity == files.status(of: "other name", in: folder).identity)
        #expect(try files.status(of: file).identity != files.status(of: folder).identity)
        #expect(throws: FileSystemError.self) { try files.status(of: "nothing", in: folder) }
    }
}
