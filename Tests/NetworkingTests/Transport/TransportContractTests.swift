import TestSupport
import Testing

struct TransportContractTests {
    @Test(arguments: TransportForm.allCases, TransportContract.promises)
    func `a transport keeps its promises`(form: TransportForm, promise: ContractPromise<TransportContract>) async throws
    {
        try await promise.hold(for: try TransportContract(form))
    }
}
