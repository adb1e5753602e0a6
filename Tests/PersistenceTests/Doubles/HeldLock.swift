import Persistence
import Testing

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
