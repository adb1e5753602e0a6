import AccountFlowTesting
import Domain
import Persistence
import TestSupport
import Testing

/// What is read from a store file that holds what belongs to another one.
@Suite struct ForeignFrameTests {
    private let temporary = TemporaryFolder()

    @Test func `D3 a change of an older file is not read in the next one, though it has the right number`()
        async throws
    {
        let folder = temporary.stores
        let path = folder.path + "/accounts.store"
        try await FileAccountRepository(folder: folder).insert(.stub(id: .stub("first")))
        let before = try Disk.read(path)
        try await FileAccountRepository(folder: folder).insert(.stub(id: .stub("second")))
        let older = try Disk.read(path)
        let frame = try #require(try StoreLayout(older).frames.last)

        // The file as it was before the change is written anew, so that the change would be its next one.
        try Disk.write(before, to: path)
        try Disk.remove(folder.path + "/.lock")
        try await FileAccountRepository(folder: folder).compact()
        var bytes = try Disk.read(path)
        let layout = try StoreLayout(bytes)
        try #require(try layout.generation != StoreLayout(older).generation)
        try #require(layout.sequence == 1 && StoreLayout.number(8, at: frame.lowerBound + 4, of: older) == 2)
        let end = (layout.index.upperBound + StoreLayout.pageSize - 1) / StoreLayout.pageSize * StoreLayout.pageSize
        bytes.replaceSubrange(end..<min(end + frame.count, bytes.count), with: older[frame])
        try Disk.write(bytes, to: path)

        let repository = FileAccountRepository(folder: folder)
        #expect(try await repository.page(after: nil, limit: 3).map(\.id) == [.stub("first")])
        #expect(try await repository.count() == 1)
    }
}
