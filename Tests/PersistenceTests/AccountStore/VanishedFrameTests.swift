import AccountFlowTesting
import Domain
import Persistence
import TestSupport
import Testing

/// What is read from a journal in the middle of which there is nothing any more.
@Suite struct VanishedFrameTests {
    private let temporary = TemporaryFolder()
    private var folder: StoreFolder { temporary.stores }

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
}
