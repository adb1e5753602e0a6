import AccountFlowTesting
import Domain
import Testing

struct RepositoryAvailabilityTests {
    @Test(
        "an ID is taken exactly while an account has it, in whatever case",
        arguments: [("ABCDEF@gmail.com", true), ("other@gmail.com", false)]
    )
    func taken(text: String, isTaken: Bool) async throws {
        let accounts = AccountRepositoryFake([.stub()])
        let sut = RepositoryAvailability(accounts: accounts)
        #expect(try await sut.isTaken(.stub(text)) == isTaken)
    }

    @Test func `a repository that cannot tell is no answer`() async {
        let sut = RepositoryAvailability(accounts: AccountRepositoryFake(error: .stub()))
        await #expect(throws: AccountServiceFailure.storage(.stub())) { try await sut.isTaken(.stub()) }
    }
}
