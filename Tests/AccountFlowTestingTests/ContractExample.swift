import AccountFlowTesting
import Testing

@Test(arguments: AccountRepositoryContract.promises)
func `my repository keeps its promises`(promise: ContractPromise<AccountRepositoryContract>) async throws {
    try await promise.verify(AccountRepositoryContract { MyAccountRepository() })
}
