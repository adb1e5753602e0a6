import AccountFlowTesting
import Domain
import Persistence
import Synchronization
import TestSupport
import Testing

/// What is read from a journal in the middle of which there is nothing any more.
@Suite struct VanishedFrameTests {
    private let temporary = TemporaryFolder()
    private var folder: StorageDirectory { temporary.stores }

    @Test(
        "D3 a change that became zeros is not passed over, whether or not the mark is still there",
        arguments: [true, false]
    )
    func zerosInTheMiddle(hasMark: Bool) async throws {
        let repository = FileAccountRepository(folder: folder)
        for name in ["first", "second", "third"] { try await repository.insert(.stub(id: .stub(name))) }
        let path = folder.path + "/accounts.store"
        var bytes = try Disk.read(path)
        let second = try StoreLayout(bytes).frames[1]
        bytes.replaceSubrange(second, with: repeatElement(0, count: second.count))
        try Disk.write(bytes, to: path)
        if !hasMark { try Disk.remove(folder.path + "/.lock") }

        await #expect(throws: StorageError(store: .accounts, reason: .corrupt)) {
            try await FileAccountRepository(folder: folder).find(.stub("second"))
        }
        #expect(try Disk.read(path) == bytes)
    }

    @Test(
        "D9 what was seen of a later change before the one in front of it is no damage, with or without the mark",
        arguments: 1...4,
        [true, false]
    )
    func readApart(number: Int, hasMark: Bool) async throws {
        let repository = FileAccountRepository(folder: folder)
        for name in ["first", "second", "third"] { try await repository.insert(.stub(id: .stub(name))) }
        let path = folder.path + "/accounts.store"
        let bit = try (StoreLayout(Disk.read(path)).frames[0].upperBound - 5) * 8
        try Disk.flip(bit, of: path)
        if !hasMark { try Disk.remove(folder.path + "/.lock") }

        // The system reads page by page, and a page may come as it was before.
        let reads = Mutex(0)
        let files = FaultyFileSystem(fault: { _, operation in
            guard operation == .read else { return nil }
            let count = reads.withLock { count in
                count += 1
                return count
            }
            if count == number { #expect(throws: Never.self) { try Disk.flip(bit, of: path) } }
            return nil
        })
        let other = FileAccountRepository(folder: folder, fileSystem: files)
        _ = try await other.count()
        #expect(try await other.count() == 3)
    }
}
