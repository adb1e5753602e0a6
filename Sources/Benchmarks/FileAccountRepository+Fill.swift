import Domain
import Persistence

extension FileAccountRepository {
    /// Puts accounts into a store, in batches of as many as wait at a time.
    func fill(_ count: Int, from first: Int = 0) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<512 {
                group.addTask {
                    for number in stride(from: task, to: count, by: 512) {
                        try await self.insert(.numbered(first + number))
                    }
                }
            }
            try await group.waitForAll()
        }
        try await compact()
    }
}
