import AccountFlowTesting
import AccountFlowTransportTesting
import Networking
import Testing

@Test(arguments: TransportContract.promises)
func `my transport fulfils its contract`(promise: ContractPromise<TransportContract>) async throws {
    try await promise.verify(TransportContract { limits in try SystemTransport.make(limits: limits) })
}
