import AccountFlowTesting
import AccountFlowTransportTesting
import Networking
import Testing

struct TransportContractTests {
    @Test(arguments: TransportForm.allCases, TransportContract.promises)
    func `a transport keeps its promises`(form: TransportForm, promise: ContractPromise<TransportContract>) async throws
    {
        try await promise.verify(form == .loopback ? .loopback : TransportContract { try form.make($0) })
    }
}
