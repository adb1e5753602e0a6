import AccountFlowTransportTesting
import Networking
import Testing

/// Tests of the ready-made descriptions on the server in this process.
struct LoopbackDescriptionTests {
    @Test(arguments: ReadyMadeDescriptions.names)
    func `the server in this process passes the contract of descriptions`(name: String) async throws {
        let api = try ReadyMadeDescriptions.api(name)
        // The server has a sign-up that the description may lack.
        var withSignUp = api
        let signUp = Endpoint(.post, "/sign-up-page", body: ["id": .id, "password": .password])
        withSignUp[.signUp] = api[.signUp] ?? signUp
        let server = AccountServer(withSignUp)
        let registrar = withSignUp.service(LoopbackTransport(server))
        let contract = DescriptionContract(
            service: api.service(LoopbackTransport(server)),
            register: { _ = try await registrar.register($0) },
            expireTokens: server.expireTokens
        )
        try await contract.check()
    }
}
