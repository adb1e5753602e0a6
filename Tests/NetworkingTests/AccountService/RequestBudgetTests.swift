import Domain
import Networking
import AccountFlowTesting
import Persistence
import TestSupport
import Testing

/// Tests of the number of requests that each flow sends.
struct RequestBudgetTests {
    @Test func `each flow sends the recorded number of requests`() async throws {
        var lines = ["requests\tflow"]
        for (name, api) in [
            ("S3", AccountAPI.s3(at: try HTTPURL("https://example.com"))),
            ("articles", try APIDescriptions.articles),
        ] {
            let server = InMemoryAccountServer(api)
            let sessions: any SessionRepository = InMemorySessionRepository()
            let pendingOperations: any PendingOperationRepository = InMemoryPendingOperationRepository()
            let requests = MessageLog<String>()
            let transport = LoopbackTransport(server) { _, request in
                requests.append(request.url.text)
                return .immediate
            }
            let service = RemoteAccountService(api: api, transport: transport, pendingOperations: pendingOperations)
            var counted = 0
            func count(_ flow: String, _ work: () async throws -> Void) async throws {
                try await work()
                lines.append("\(requests.messages.count - counted)\t\(name): \(flow)")
                counted = requests.messages.count
            }
            try await count("sign-up") {
                _ = try await SignUp(
                    validator: FormValidatorStub(),
                    service: service,
                    sessions: .stub(sessions)
                )(.signUp())
            }
            let signIn = SignIn(
                validator: FormValidatorStub(fields: [.id, .password]),
                service: service,
                sessions: .stub(sessions)
            )
            var session: Session?
            try await count("sign-in") { session = try await signIn(.signIn()).get().session }
            try await count("launch, with a session") {
                _ = await RestoreSession(sessions: .stub(sessions))()
            }
            let mine = try #require(session)
            try await count("whose session it is") { _ = try await service.owner(of: mine) }
            try await count("deletion") {
                try await DeleteAccount(
                    service: service,
                    sessions: .stub(sessions),
                    consents: InMemoryConsentRepository()
                )(mine)
            }
            #expect(server.accountIDs.isEmpty)
        }
        try Snapshot.expect(lines.joined(separator: "\n") + "\n", named: "request-budget")
    }
}
