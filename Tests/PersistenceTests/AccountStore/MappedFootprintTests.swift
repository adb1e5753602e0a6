#if os(Linux)
import Domain
import Persistence
import TestSupport
import Testing

/// How much of a large checkpoint is in memory.
@Suite struct MappedFootprintTests {
    private let temporary = TemporaryFolder()

    @Test(.enabled(if: Thoroughness.current != .quick, "it takes long to make so many accounts in a debug build"))
    func `of a checkpoint that is looked at everywhere, no more than 16 MiB stay in memory`() async throws {
        let count = 200_000
        let path = temporary.stores.path + "/accounts.store"
        let repository = FileAccountRepository(folder: temporary.stores, fileSystem: FaultyFileSystem())
        try await fill(repository, count)
        try await repository.compact()
        // What may stay is less than what there is.
        #expect(try Disk.read(path).count > 20 << 20)

        let fresh = FileAccountRepository(folder: temporary.stores)
        var sizes: [Int] = []
        for number in 0..<count {
            #expect(try await fresh.contains(id(number &* 7_919 % count)))
            if number % 1_000 == 0 { sizes.append(try MemoryUse.resident(of: path)) }
        }
        // Two windows of 64 KiB may come in with the last one.
        let most = try #require(sizes.max())
        #expect((8 << 20)...((16 << 20) + (128 << 10)) ~= most)
    }

    private func id(_ number: Int) -> AccountID { .stub("person\(number)@example.com") }

    private func fill(_ repository: FileAccountRepository, _ count: Int) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<512 {
                group.addTask {
                    for number in stride(from: task, to: count, by: 512) {
                        try await repository.insert(
                            .stub(id: id(number), credential: Credential(String(repeating: "x", count: 73)))
                        )
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
#endif
