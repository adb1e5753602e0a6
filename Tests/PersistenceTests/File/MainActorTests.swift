import AccountFlowTesting
import Dispatch
import Domain
import Persistence
import TestSupport
import Testing

/// Tests that callers on the main actor continue there after a call to a repository or the hasher.
///
/// View models depend on it, and it can fail in optimised builds only.
@MainActor
struct MainActorTests {
    private static let mark: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    private let folder = TemporaryFolder()

    // Nonisolated, because a call to an isolated function would itself switch to the main actor.
    private nonisolated static func expectMainActor(_ key: DispatchSpecificKey<Bool>, after step: String) {
        #expect(DispatchQueue.getSpecific(key: key) == true, "after \(step)")
    }

    private func check(_ step: String, _ body: () async throws -> Void) async throws {
        try await body()
        Self.expectMainActor(Self.mark, after: step)
    }

    @Test func `a call from the main actor returns to the main actor`() async throws {
        let store = StorageDirectory(path: folder.path + "/data")
        let accounts = FileAccountRepository(folder: store)
        let sessions = FileSessionRepository(folder: store)
        let consents = FileConsentRepository(folder: store)
        let hasher = LocalPasswordHasher(cost: .minimal)
        // Enough simultaneous tasks that most of them have to wait.
        let tasks = (0..<16).map { number in
            Task {
                let id = AccountID.stub("person\(number)@gmail.com")
                try await check("insert") { try await accounts.insert(.stub(id: id)) }
                try await check("find") { _ = try await accounts.find(id) }
                try await check("update") { _ = try await accounts.update(id) { $0.profile = Profile() } }
                try await check("compact") { try await accounts.compact() }
                try await check("delete") { _ = try await accounts.delete(id) }
                try await check("save") { try await sessions.save(.stub()) }
                try await check("load") { _ = try await sessions.active() }
                try await check("clear") { try await sessions.clear() }
                try await check("record") { try await consents.record([]) }
                try await check("hash") { _ = try await hasher.hash(Password("password1")) }
            }
        }
        for task in tasks { try await task.value }
    }
}
