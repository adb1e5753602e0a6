import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Who may see the files.
///
/// What belongs to the whole process, such as the umask, is changed in a process of its own.
@Suite struct FileModeTests {
    @Test(arguments: [0o000, 0o022, 0o077, 0o177, 0o377])
    func `files and folder are closed to others whatever the umask`(_ mask: UInt32) async {
        await #expect(processExitsWith: .success) { [mask] in
            umask(mode_t(mask))
            let temporary = TemporaryFolder()
            let folder = temporary.stores
            try await StoreOperation.seed(folder)
            // Those that write in place of what is there already.
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
    func `D11 every file is closed to others from its first byte, whatever the umask`(_ mask: UInt32) async {
        await #expect(processExitsWith: .success) { [mask] in
            umask(mode_t(mask))
            let temporary = TemporaryFolder()
            let folder = temporary.stores
            let files = FaultyFileSystem()
            for operation in StoreOperation.founding { #expect(await operation.run(in: folder, files) == nil) }
            let repository = FileAccountRepository(folder: folder, fileSystem: files)
            try await repository.insert(.stub(id: .stub("another")))
            try await repository.compact()
            // Half a frame behind the last, to be copied and cut off.
            let path = folder.path + "/accounts.store"
            let end = try Disk.read(path).lastIndex { $0 != 0 } ?? 0
            try Disk.flip(((end + 4096) / 4096 * 4096) * 8, of: path)
            let next = FileAccountRepository(folder: folder, fileSystem: files)
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
}
