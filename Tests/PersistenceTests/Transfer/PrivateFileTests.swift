import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of files that only the user can read, and that are written atomically.
@Suite struct PrivateFileTests {
    private let temporary = TemporaryFolder()
    private var path: String { temporary.path + "/file" }

    private func write(replacing: Bool, _ files: any FileSystem = LocalFileSystem()) async throws(PrivateFileError) {
        let file = PrivateFile(path: path, replacesExisting: replacing, fileSystem: files)
        do throws(PrivateFileError) {
            try await file.begin()
            try await file.write([1, 2, 3])
            try await file.write([4])
            try await file.finish()
        } catch {
            await file.discard()
            throw error
        }
    }

    @Test(arguments: [false, true])
    func `F7 a private file has its mode before its first byte, and short writes lose no bytes`(replacing: Bool)
        async throws
    {
        let files = FaultyFileSystem(portion: 1)
        try await write(replacing: replacing, files)
        #expect(try Disk.read(path) == [1, 2, 3, 4])
        #expect(try Disk.mode(of: path) == 0o600)
        let firstWrite = try #require(files.operations.firstIndex(of: .write))
        #expect(files.operations[..<firstWrite].contains(.setMode))
        #expect(try Disk.names(in: temporary.path) == ["file"])
    }

    @Test(arguments: [false, true])
    func `D5 a fault at any step is an error that changes nothing`(replacing: Bool) async throws {
        let old: [UInt8]? = replacing ? [9] : nil
        if let old { try Disk.write(old, to: path) }
        let counting = FaultyFileSystem()
        try await write(replacing: replacing, counting)
        let steps = counting.operations
        for step in steps.indices {
            try Disk.remove(path)
            if let old { try Disk.write(old, to: path) }
            await #expect(throws: PrivateFileError.failed(code: EIO), "step \(step) of \(steps)") {
                try await write(replacing: replacing, FaultyFileSystem(failingCall: step, code: EIO))
            }
            // Only the last step follows the rename to the final name.
            if step == steps.count - 1 {
                #expect(try Disk.read(path) == [1, 2, 3, 4])
            } else {
                #expect(try Disk.names(in: temporary.path) == (old == nil ? [] : ["file"]), "step \(step) of \(steps)")
                if let old { #expect(try Disk.read(path) == old) } else { try await write(replacing: false) }
            }
        }
    }

    @Test func `an existing file is not replaced, even if it was created during the write`() async throws {
        let file = PrivateFile(path: path, replacesExisting: false)
        try await file.begin()
        try Disk.write([9], to: path)
        await #expect(throws: PrivateFileError.exists) { try await file.finish() }
        await #expect(throws: PrivateFileError.exists) { try await write(replacing: false) }
        #expect(try Disk.read(path) == [9])
        #expect(try Disk.names(in: temporary.path) == ["file"])
    }

    @Test func `D12 writing to a link replaces the link, and not its target`() async throws {
        try Disk.write([9], to: temporary.path + "/other")
        try Disk.makeLink(path, to: temporary.path + "/other")
        await #expect(throws: PrivateFileError.exists) { try await write(replacing: false) }
        try await write(replacing: true)
        #expect(try Disk.read(path) == [1, 2, 3, 4])
        #expect(try Disk.read(temporary.path + "/other") == [9])
    }

    @Test func `a temporary file left by a crash is removed, and one in use is not`() async throws {
        try Disk.write([9], to: temporary.path + "/.file.tmp")
        let first = PrivateFile(path: path, replacesExisting: false)
        try await first.begin()
        await #expect(throws: PrivateFileError.busy) { try await write(replacing: false) }
        try await first.write([5])
        try await first.finish()
        #expect(try Disk.read(path) == [5])
        #expect(try Disk.names(in: temporary.path) == ["file"])
    }

    /// Returns a file system that replaces the temporary file by another one just before a system call.
    private func replacingTemporaryFile(before operation: FileSystemOperation) -> FaultyFileSystem {
        let path = temporary.path + "/.file.tmp"
        return FaultyFileSystem(fault: { _, asked in
            // If this fails, the checks of the test fail.
            if asked == operation { try? Disk.write([9], to: path) }
            return nil
        })
    }

    @Test(arguments: [(false, .lock), (true, .lock), (false, .openFile(.creating))] as [(Bool, FileSystemOperation)])
    func `a writer whose temporary file is replaced fails as busy, and does not change the new file`(
        afterCrash: Bool,
        before operation: FileSystemOperation
    ) async throws {
        if afterCrash { try Disk.write([8], to: temporary.path + "/.file.tmp") }
        let files = replacingTemporaryFile(before: operation)
        await #expect(throws: PrivateFileError.busy) { try await write(replacing: true, files) }
        #expect(try Disk.read(temporary.path + "/.file.tmp") == [9])
        #expect(try Disk.names(in: temporary.path) == [".file.tmp"])
    }

    @Test func `a temporary file that is renamed to the final name before its removal stays`() async throws {
        let (path, temporaryPath) = (path, temporary.path + "/.file.tmp")
        try Disk.write([8], to: temporaryPath)
        let files = FaultyFileSystem(fault: { _, operation in
            if operation == .openFile(.writing) { rename(temporaryPath, path) }
            return nil
        })
        await #expect(throws: PrivateFileError.busy) { try await write(replacing: true, files) }
        #expect(try Disk.read(path) == [8])
        #expect(try Disk.names(in: temporary.path) == ["file"])
    }

    @Test func `no other writer can lock a temporary file of a crash during its removal`() async throws {
        try Disk.write([8], to: temporary.path + "/.file.tmp")
        let folderPath = temporary.path
        let files = FaultyFileSystem(fault: { _, operation in
            operation == .removeFile && Self.isUnlocked(".file.tmp", in: folderPath) ? EIO : nil
        })
        try await write(replacing: true, files)
        #expect(try Disk.read(path) == [1, 2, 3, 4])
    }

    private static func isUnlocked(_ name: String, in path: String) -> Bool {
        let files = LocalFileSystem()
        // A file that cannot be opened counts as unlocked, which fails the test.
        guard let folder = try? files.openFolder(at: path, followsLink: false) else { return true }
        defer { files.closeFile(folder) }
        guard let file = try? files.openFile(name, in: folder, for: .writing) else { return true }
        defer { files.closeFile(file) }
        return (try? files.tryLock(file)) != false
    }

    @Test(arguments: ["", "/", ".", "..", "a/", "a\0b"])
    func `a path that names no file is rejected`(path: String) async throws {
        let file = PrivateFile(path: path, replacesExisting: true)
        await #expect(throws: PrivateFileError.failed(code: EISDIR)) { try await file.begin() }
    }
}
