import Foundation
import Persistence
import TestSupport
import Testing

/// Files for the user alone, which are there whole or not at all.
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
    func `F7 a file has its mode before its first byte, and is written completely`(replacing: Bool) async throws {
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
            // Behind the last step but one the file has its name.
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

    @Test func `D12 a link is replaced, and its target is not`() async throws {
        try Disk.write([9], to: temporary.path + "/other")
        try Disk.makeLink(path, to: temporary.path + "/other")
        await #expect(throws: PrivateFileError.exists) { try await write(replacing: false) }
        try await write(replacing: true)
        #expect(try Disk.read(path) == [1, 2, 3, 4])
        #expect(try Disk.read(temporary.path + "/other") == [9])
    }

    @Test func `a leftover of a crash is removed, and a file that is being written is not`() async throws {
        try Disk.write([9], to: temporary.path + "/.file.tmp")
        let first = PrivateFile(path: path, replacesExisting: false)
        try await first.begin()
        await #expect(throws: PrivateFileError.busy) { try await write(replacing: false) }
        try await first.write([5])
        try await first.finish()
        #expect(try Disk.read(path) == [5])
        #expect(try Disk.names(in: temporary.path) == ["file"])
    }

    /// Puts another file in the place of the one that is being made, just before a call to the system.
    private func replacingTemporaryFile(before operation: FileSystemOperation) -> FaultyFileSystem {
        let path = temporary.path + "/.file.tmp"
        return FaultyFileSystem(fault: { _, asked in
            // Where this fails, the file is not there below.
            if asked == operation { try? Disk.write([9], to: path) }
            return nil
        })
    }

    @Test(
        arguments: [(false, .lock), (true, .lock), (false, .openFile(.creating))] as [(Bool, FileSystemOperation)]
    )
    func `a writer that loses its temporary name fails as busy, and leaves the other file alone`(
        afterCrash: Bool,
        before operation: FileSystemOperation
    ) async throws {
        if afterCrash { try Disk.write([8], to: temporary.path + "/.file.tmp") }
        let files = replacingTemporaryFile(before: operation)
        await #expect(throws: PrivateFileError.busy) { try await write(replacing: true, files) }
        #expect(try Disk.read(temporary.path + "/.file.tmp") == [9])
        #expect(try Disk.names(in: temporary.path) == [".file.tmp"])
    }

    @Test func `a leftover that is renamed to the final name before its removal stays`() async throws {
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

    @Test func `no other writer can take over a leftover while it is removed`() async throws {
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
        // What cannot be looked at is taken for unlocked, which the test does not expect.
        guard let folder = try? files.openFolder(at: path, followsLink: false) else { return true }
        defer { files.closeFile(folder) }
        guard let file = try? files.openFile(name, in: folder, for: .writing) else { return true }
        defer { files.closeFile(file) }
        return (try? files.tryLock(file)) != false
    }

    @Test(arguments: ["", "/", ".", "..", "a/", "a\0b"])
    func `a path that names no file is refused`(path: String) async throws {
        let file = PrivateFile(path: path, replacesExisting: true)
        await #expect(throws: PrivateFileError.failed(code: EISDIR)) { try await file.begin() }
    }
}
