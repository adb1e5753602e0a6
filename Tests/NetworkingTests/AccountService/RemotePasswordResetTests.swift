import AccountFlowTesting
import AccountFlowTransportTesting
import Domain
import Networking
import Persistence
import Testing

/// Tests of forgotten passwords of accounts on a server.
struct RemotePasswordResetTests {
    private static func api() throws -> AccountAPI {
        let description = """
            {
                "signIn": {"method": "POST", "path": "/in", "body": {"id": "$id", "p": "$password"}, "token": {"json": "t"},
                    "response": {"codes": {"app": "totp-required"}}},
                "requestPasswordReset": {"method": "POST", "path": "/forgot", "body": {"id": "$id"}},
                "confirmPasswordReset": {
                    "method": "POST", "path": "/reset", "body": {"uid": "$uid", "code": "$code", "new": "$newPassword"},
                    "response": {"statuses": {"403": "invalid-credentials"}}
                },
                "signOut": {"method": "POST", "path": "/out"}
            }
            """
        return try AccountAPI(describedBy: Array(description.utf8), baseURL: APIDescriptions.base)
    }

    private let pendingOperations = InMemoryPendingOperationRepository()

    private func confirm(_ id: AccountID?, over transport: any HTTPTransport) async throws -> RecoveryCode? {
        try await Self.api().service(transport, pendingOperations).confirmPasswordReset(
            of: id,
            with: AccountConfirmation(code: "123", uid: "MQ"),
            to: Password("password2")
        )
    }

    @Test func `the message is requested for the ID, and the code is sent with the new password`() async throws {
        let server = ScriptedServer(.json(202), .json(204))
        let service = try Self.api().service(server.transport)
        #expect(service.resetProof == .message)
        try await service.requestPasswordReset(for: .stub("kim"))
        #expect(try await confirm(nil, over: server.transport) == nil)
        #expect(
            server.requests.map { String(decoding: $0.body, as: UTF8.self) }
                == [#"{"id":"kim"}"#, #"{"code":"123","new":"password2","uid":"MQ"}"#]
        )
    }

    @Test func `a message can be requested for an e-mail address, which does not sign in`() async throws {
        var api = try Self.api()
        api[.requestPasswordReset] = Endpoint(.post, "/forgot", body: ["to": .field(.email)])
        let server = ScriptedServer(.json(202), .json(503))
        let service = api.service(server.transport)
        #expect(service.resetField == .email)
        try await service.requestPasswordReset(for: .stub("kim@x.com"))
        await #expect(throws: AuthenticationError.service(.remote(.serverError))) {
            try await service.confirmPasswordReset(
                of: .stub("kim@x.com"),
                with: AccountConfirmation(code: "123", uid: "MQ"),
                to: Password("password2")
            )
        }
        #expect(server.requests.map(\.url.path) == ["/v1/forgot", "/v1/reset"])
        #expect(String(decoding: server.requests[0].body, as: UTF8.self) == #"{"to":"kim@x.com"}"#)
        #expect(try Self.api().service(server.transport).resetField == .id)
    }

    @Test(arguments: PasswordResettingContract.promises)
    func `the service keeps the promises of a password reset with the server in the process`(
        promise: ContractPromise<PasswordResettingContract>
    ) async throws {
        try await promise.verify(
            PasswordResettingContract {
                var api = try Self.api()
                api[.signUp] = Endpoint(.post, "/up", body: ["id": .id, "p": .password])
                let server = InMemoryAccountServer(api)
                let service = api.service(LoopbackTransport(server))
                let (id, password) = (AccountID.stub("kim"), Password("password1"))
                _ = try await service.register(Registration(id: id, password: password, profile: Profile()))
                return ForgottenPassword(service, id, password: password) {
                    try await service.requestPasswordReset(for: id)
                    return AccountConfirmation(code: try #require(server.code(for: id)))
                }
            }
        )
    }

    @Test func `a refusal has the server's own words`() async throws {
        let server = ScriptedServer(.json(400, #"{"message":"The link has expired."}"#))
        let refusal = ServerRefusal(ServerMessage("The link has expired."))
        await #expect(throws: AuthenticationError.service(.remote(.refused(refusal)))) {
            try await confirm(.stub("kim"), over: server.transport)
        }
    }

    @Test(
        arguments: [
            (.json(200, #"{"t":"new"}"#), nil), (.json(401, #"{"code":"app"}"#), nil),
            (.json(401), .outcomeUnknown), (.json(503), .outcomeUnknown),
        ] as [(HTTPResponse, RemoteFailure?)]
    )
    func `after a lost response, a sign-in can show that the password was set`(
        response: HTTPResponse,
        failure: RemoteFailure?
    ) async throws {
        let transport = LoopbackTransport(plan: { number, _ in
            number == 0 ? LoopbackBehavior(fault: .responseLost) : .immediate
        }) { _ in
            response
        }
        guard let failure else {
            #expect(try await confirm(.stub("kim"), over: transport) == nil)
            return
        }
        await #expect(throws: AuthenticationError.service(.remote(failure))) {
            try await confirm(.stub("kim"), over: transport)
        }
    }

    /// The responses to a repeated reset and to the sign-in that finds out, the requests, and the error.
    static let findings: [([HTTPResponse], [String], AuthenticationError?)] = [
        ([.json(403), .json(200, #"{"t":"new"}"#), .json(204)], ["reset", "in", "out"], nil),
        ([.json(400), .json(200, #"{"t":"new"}"#), .json(503)], ["reset", "in", "out"], nil),
        ([.json(403), .json(401, #"{"code":"app"}"#)], ["reset", "in"], nil),
        ([.json(403), .json(401)], ["reset", "in"], .invalidCredentials),
        ([.json(400), .json(401)], ["reset", "in"], .service(.remote(.refused(ServerRefusal())))),
        ([.json(403), .json(503)], ["reset", "in", "in"], .service(.remote(.outcomeUnknown))),
    ]

    @Test(arguments: findings)
    func `a repeated reset whose code is refused finds out whether the first one succeeded`(
        responses: [HTTPResponse],
        paths: [String],
        error: AuthenticationError?
    ) async throws {
        await #expect(throws: AuthenticationError.service(.remote(.outcomeUnknown))) {
            try await confirm(.stub("kim"), over: HTTPTransportStub(.failure(.timedOut)))
        }
        let server = ScriptedServer(responses)
        if let error {
            await #expect(throws: error) { try await confirm(.stub("kim"), over: server.transport) }
        } else {
            #expect(try await confirm(.stub("kim"), over: server.transport) == nil)
        }
        // The session of the sign-in has ended again.
        #expect(server.requests.map(\.url.path) == paths.map { "/v1/" + $0 })
        #expect(await pendingOperations.pending().isEmpty == (error != .service(.remote(.outcomeUnknown))))
    }

    @Test(arguments: [.json(403), .json(400)] as [HTTPResponse])
    func `by e-mail address, a code that is refused after a lost response leaves doubt`(
        refusal: HTTPResponse
    ) async throws {
        var api = try Self.api()
        api[.requestPasswordReset] = Endpoint(.post, "/forgot", body: ["to": .field(.email)])
        let id = AccountID.stub("kim@x.com")
        func confirm(_ transport: any HTTPTransport) async throws {
            // Each service is that of another process.
            _ = try await api.service(transport, pendingOperations).confirmPasswordReset(
                of: id,
                with: AccountConfirmation(code: "123", uid: "MQ"),
                to: Password("password2")
            )
        }
        let unknown = AuthenticationError.service(.remote(.outcomeUnknown))
        await #expect(throws: unknown) { try await confirm(HTTPTransportStub(.failure(.timedOut))) }
        let server = ScriptedServer(refusal, refusal, .json(204), .json(403))
        await #expect(throws: unknown) { try await confirm(server.transport) }
        await #expect(throws: unknown) { try await confirm(server.transport) }
        // A code that is accepted ends the doubt.
        try await confirm(server.transport)
        #expect(await pendingOperations.pending() == [])
        await #expect(throws: AuthenticationError.invalidCredentials) { try await confirm(server.transport) }
        #expect(server.requests.map(\.url.path) == Array(repeating: "/v1/reset", count: 4))
    }

    @Test func `a first code that is refused is wrong, and no sign-in is tried`() async throws {
        let server = ScriptedServer(.json(403))
        await #expect(throws: AuthenticationError.invalidCredentials) {
            try await confirm(.stub("kim"), over: server.transport)
        }
        #expect(server.requests.count == 1)
        #expect(await pendingOperations.pending() == [])
    }

    @Test func `without an ID, the outcome of a lost response stays unknown`() async throws {
        let lost = HTTPTransportStub(.failure(.timedOut))
        await #expect(throws: AuthenticationError.service(.remote(.outcomeUnknown))) {
            try await confirm(nil, over: lost)
        }
    }
}
