import AccountFlowTesting
import AccountFlowTransportTesting
import Domain
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
        let server = InMemoryAccountServer(withSignUp)
        let registrar = withSignUp.service(LoopbackTransport(server))
        let contract = DescriptionContract(
            service: api.service(LoopbackTransport(server)),
            register: { _ = try await registrar.register($0) },
            expireTokens: server.expireTokens
        )
        try await contract.check()
    }

    // The server in this process reads no code from a path.
    @Test(arguments: ReadyMadeDescriptions.names.filter { $0 != "everything" })
    func `an unconfirmed account signs in after its address is confirmed as described`(name: String) async throws {
        let api = try ReadyMadeDescriptions.api(name)
        let meanings = api[.signIn]?.response.codes.values.map(\.kind) ?? []
        guard let kind = meanings.first(where: { [.confirmByLink, .confirmByCode].contains($0) }) else { return }
        let server = InMemoryAccountServer(api, challenge: kind)
        let service = api.service(LoopbackTransport(server))
        let registration = try Registration.stub(id: "kim@example.com")
        _ = try await service.register(registration)
        func signIn() async throws -> AuthenticationOutcome {
            try await service.authenticate(registration.id, password: registration.password)
        }
        guard case .challenge(let challenge) = try await signIn() else {
            Issue.record("no step")
            return
        }
        #expect(challenge.purpose == .addressConfirmation)
        await #expect(throws: ChallengeError.wrong(attemptsLeft: nil)) {
            try await service.answer(challenge, with: AccountConfirmation(code: "wrong"))
        }
        let code = try #require(server.code(for: registration.id))
        _ = try await service.answer(challenge, with: AccountConfirmation(code: code, uid: "MQ"))
        _ = try await signIn().get()
    }
}
