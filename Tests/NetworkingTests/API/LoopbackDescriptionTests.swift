import AccountFlowTransportTesting
import Networking
import Testing

/// Tests of the ready-made descriptions on the server in this process.
struct LoopbackDescriptionTests {
    /// The descriptions without sign-up.
    private static let excluded: Set = ["keycloak", "oauth2"]

    @Test(arguments: ReadyMadeDescriptions.names.filter { !excluded.contains($0) })
    func `the server in this process passes the contract of descriptions`(name: String) async throws {
        let api = try ReadyMadeDescriptions.api(name)
        try await DescriptionContract(service: api.service(LoopbackTransport(AccountServer(api)))).check()
    }
}
