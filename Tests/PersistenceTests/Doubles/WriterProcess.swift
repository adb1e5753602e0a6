import Foundation
import Persistence
import Testing
import TestSupport

/// A `StoreWriter` process, which writes to a store or holds its lock.
struct WriterProcess: Sendable {
    /// The task of the process.
    enum Work: String, Sendable {
        case change, add, hold, insert
    }

    private let process: ChildProcess
    private let output: FileHandle

    /// The program, which the build stores next to the tests.
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

    /// Reads `count` acknowledgements, or fewer if the process exits.
    func read(_ count: Int) throws -> [UInt8] {
        var bytes = Data()
        while bytes.count < count {
            guard let more = try output.read(upToCount: count - bytes.count), !more.isEmpty else { break }
            bytes += more
        }
        return Array(bytes)
    }

    /// Kills the process.
    ///
    /// - Returns: The acknowledgements that were not read.
    func kill() throws -> [UInt8] {
        process.signal(SIGKILL)
        defer { _ = process.wait() }
        return Array(try output.readToEnd() ?? Data())
    }

    /// Waits for the process to exit.
    ///
    /// - Returns: Whether it succeeded.
    func end() -> Bool {
        process.wait() == .exit(0)
    }
}

/// A lock on a store folder through another descriptor, held until it is released.
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
        // A child process of another test may inherit the descriptor, and with it the lock, for a moment.
        #expect(throws: Never.self) { try files.unlock(descriptor) }
        files.closeFile(descriptor)
    }
}
