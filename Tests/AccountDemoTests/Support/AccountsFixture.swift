import AccountFlowTesting
import Domain
import Persistence

/// Functions that insert, remove and count the stored accounts of a test.
enum AccountsFixture {
    static func insert(_ ids: [String], into path: String) async throws {
        let repository = FileAccountRepository(folder: StorageDirectory(path: path))
        for id in ids { try await repository.insert(.stub(id: .stub(id))) }
    }

    static func remove(_ id: String, from path: String) async throws {
        try await FileAccountRepository(folder: StorageDirectory(path: path)).delete(.stub(id))
    }

    static func count(in path: String) async throws -> Int {
        try await FileAccountRepository(folder: StorageDirectory(path: path)).count()
    }
}
