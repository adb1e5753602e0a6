import AccountFlowTesting
import AccountFlowTransportTesting
import Networking
import Testing

@Test(arguments: TransportContract.promises)
func `my transport keeps its promises`(promise: ContractPromise<TransportContract>) async throws {
    try await promise.verify(TransportContract { limits in try SystemTransport.make(limits: limits) })
}
