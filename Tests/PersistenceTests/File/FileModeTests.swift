import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of the modes and the status of files.
///
/// Tests that change process-wide state, such as the umask, run in a process of their own.
@Suite struct FileModeTests {
    @Test(arguments: [0o000, 0o022, 0o077, 0o177, 0o377])
    func `files and folder are private with any umask`(_ mask: UInt32) async {
        await #expect(processExitsWith: .success) { [mask] in
            umask(mode_t(mask))
            let temporary = TemporaryFolder()
            let folder = temporary.stores
            try await StoreOperation.seed(folder)
            // These operations write to files that already exist.
            for operation in StoreOperation.founding { #expect(await operation.run(in: folder) == nil) }
            #expect(try Disk.mode(of: folder.path) == 0o700)
            let names = try Disk.names(in: folder.path)
            #expect(
                names == [
                    ".lock", "accounts.store", "attempts.json", "consents.json", "pending-operations.json",
                    "session.json",
                ]
            )
            for name in names { #expect(try Disk.mode(of: folder.path + "/" + name) == 0o600) }
        }
    }

    @Test(arguments: [0o000, 0o022, 0o077])
    func `D11 every file is private from its first byte, with any umask`(_ mask: UInt32) async {
        await #expect(processExitsWith: .success) { [mask] in
            umask(mode_t(mask))
            let temporary = TemporaryFolder()
            let folder = temporary.stores
            let files = FaultyFileSystem()
            for operation in StoreOperation.founding { #expect(await operation.run(in: folder.on(files)) == nil) }
            let repository = FileAccountRepository(folder: folder.on(files))
            try await repository.insert(.stub(id: .stub("another")))
            try await repository.compact()
            // An incomplete frame after the last one, which the next change copies and cuts off.
            let path = folder.path + "/accounts.store"
            let end = try Disk.read(path).lastIndex { $0 != 0 } ?? 0
            try Disk.flip(((end + 4096) / 4096 * 4096) * 8, of: path)
            let next = FileAccountRepository(folder: folder.on(files))
            try await next.insert(.stub(id: .stub("a third")))
            #expect(next.recovery != nil)
            #expect(files.writtenModes == [0o600])
            for name in try Disk.names(in: folder.path) {
                #expect(try Disk.mode(of: folder.path + "/" + name) == 0o600)
            }
        }
    }

    @Test func `a relative path starts at the working directory`() async {
        await #expect(processExitsWith: .success) {
            let temporary = TemporaryFolder()
            try #require(chdir(temporary.path) == 0)
            let folder = StorageDirectory(path: "a/b")
            for operation in StoreOperation.founding { #expect(await operation.run(in: folder) == nil) }
            #expect(try Disk.names(in: temporary.path + "/a/b").count == 1 + StorageError.Store.allCases.count)
        }
    }

    private func posix(_ path: String) -> stat {
        var status = stat()
        #expect(lstat(path, &status) == 0)
        return status
    }

    @Test func `the status of files, folders, links and pipes matches lstat`() throws {
        let temporary = TemporaryFolder()
        let (files, path) = (LocalFileSystem(), temporary.path)
        let folder = try files.openFolder(at: path, followsLink: false)
        defer { files.closeFile(folder) }
        let file = try files.openFile("file", in: folder, for: .creating)
        defer { files.closeFile(file) }
        try files.setMode(0o640, of: file)
        try files.setSize(12_345, of: file)
        #expect(link(path + "/file", path + "/other name") == 0)
        #expect(symlink("file", path + "/link") == 0)
        #expect(mkfifo(path + "/pipe", 0o600) == 0)
        #expect(mkdir(path + "/folder", 0o710) == 0)

        let kinds: KeyValuePairs<String, FileStatus.Kind> = [
            "file": .regular, "other name": .regular, "link": .link, "pipe": .other, "folder": .folder,
        ]
        for (name, kind) in kinds {
            let (status, expected) = (try files.status(of: name, in: folder), posix(path + "/" + name))
            #expect(status.kind == kind, "\(name)")
            #expect(status.isOwn == (expected.st_uid == geteuid()), "\(name)")
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
