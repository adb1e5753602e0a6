import AccountFlowTesting
import Domain
import Persistence
import Testing

struct RepositoryAvailabilityTests {
    @Test(
        "an ID is taken exactly while an account has it, in whatever case",
        arguments: [("ABCDEF@gmail.com", true), ("other@gmail.com", false)]
    )
    func taken(text: String, isTaken: Bool) async throws {
        let accounts: any AccountRepository = InMemoryAccountRepository([.stub()])
        let sut = RepositoryAvailability(accounts: accounts)
        #expect(try await sut.isTaken(.stub(text)) == isTaken)
    }

    @Test func `a repository that cannot tell is no answer`() async {
        let sut = RepositoryAvailability(
            accounts: AccountRepositorySpy(wrapping: InMemoryAccountRepository()) { _ throws(StorageError) in
                throw .stub()
            }
        )
        await #expect(throws: AccountServiceFailure.storage(.stub())) { try await sut.isTaken(.stub()) }
    }
}
