import Foundation
import Persistence
import Testing
import TestSupport

/// A process that writes to a store until it is killed.
struct WriterProcess: Sendable {
    /// What the process does.
    enum Work: String, Sendable {
        case change, add, hold
    }

    private let process: ChildProcess
    private let output: FileHandle

    /// The program, which the build puts beside the tests.
    private static let executable = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appending(path: "StoreWriter")

    /// Starts a process.
    init(_ work: Work, in folder: String, _ number: UInt64) throws {
        let pipe = Pipe()
        let arguments = [work.rawValue, folder, String(number)]
        process = try ChildProcess(Self.executable.path(), arguments, output: pipe.fileHandleForWriting)
        try pipe.fileHandleForWriting.close()
        output = pipe.fileHandleForReading
    }

    /// Waits for so many acknowledgements, fewer only at the end.
    func read(_ count: Int) throws -> [UInt8] {
        var bytes = Data()
        while bytes.count < count {
            guard let more = try output.read(upToCount: count - bytes.count), !more.isEmpty else { break }
            bytes += more
        }
        return Array(bytes)
    }

    /// Kills the process, whatever it is doing.
    ///
    /// - Returns: The acknowledgements that were not read yet.
    func kill() throws -> [UInt8] {
        process.signal(SIGKILL)
        defer { _ = process.wait() }
        return Array(try output.readToEnd() ?? Data())
    }

    /// Waits for the end of the process.
    ///
    /// - Returns: Whether it has done what it was to do.
    func end() -> Bool {
        process.wait() == .exit(0)
    }
}

/// The lock of a store folder, held by somebody else until it is released.
struct HeldLock: Sendable {
    private let descriptor: FileDescriptor

    init(in path: String) throws {
        let files = LocalFileSystem()
        let folder = try files.openFolder(at: path, followsLink: false)
        defer { files.closeFile(folder) }
        descriptor = try files.openFile(".lock", in: folder, for: .locking)
        try #require(try files.tryLock(descriptor))
    }

    func release() {
        let files = LocalFileSystem()
        // A process that is just being started beside this one has the descriptor too, and so the lock, for a moment.
        #expect(throws: Never.self) { try files.unlock(descriptor) }
        files.closeFile(descriptor)
    }
}
