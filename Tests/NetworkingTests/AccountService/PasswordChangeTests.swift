import AccountFlowTesting
import AccountFlowTransportTesting
import Domain
import Networking
import Persistence
import Testing

/// Tests of password changes for accounts on a server.
struct PasswordChangeTests {
    private let session = Session.stub(accountID: .stub("kim"), tokens: TokenSet(AccessToken("old")), serverKey: "7")
    private let current = Password("password1")
    private let new = Password("password2")
    private let pendingOperations = InMemoryPendingOperationRepository()

    private static func api(whoAmI: Bool = true) throws -> AccountAPI {
        let description = """
            {
                "signIn": {"method": "POST", "path": "/in", "body": {"id": "$id", "p": "$password"}, "token": {"json": "t"},
                    "response": {"codes": {"app": "totp-required"}}},
                "changePassword": {
                    "method": "POST", "path": "/password", "body": {"old": "$currentPassword", "new": "$newPassword"},
                    "token": {"json": "t"}, "response": {"statuses": {"403": "invalid-credentials"}}
                }
                \(whoAmI ? #", "whoAmI": {"method": "GET", "path": "/me", "owner": {"id": "id"}}"# : "")
            }
            """
        return try AccountAPI(describedBy: Array(description.utf8), baseURL: APIDescriptions.base)
    }

    private func change(_ api: AccountAPI, over transport: any HTTPTransport) async throws -> Authentication {
        try await api.service(transport, pendingOperations).changePassword(of: session, from: current, to: new)
    }

    struct Case: Sendable {
        let responses: [HTTPResponse]
        var whoAmI = true
        let paths: [String]
        let token: String
    }

    static let changes = [
        Case(responses: [.json(200, #"{"t":"new"}"#)], paths: ["/v1/password"], token: "new"),
        Case(
            responses: [.json(200, "{}"), .json(200, #"{"id":"kim"}"#)],
            paths: ["/v1/password", "/v1/me"],
            token: "old"
        ),
        Case(
            responses: [.json(200, "{}"), .json(401), .json(200, #"{"t":"new"}"#)],
            paths: ["/v1/password", "/v1/me", "/v1/in"],
            token: "new"
        ),
        Case(
            responses: [.json(200, "{}"), .json(200, #"{"t":"new"}"#)],
            whoAmI: false,
            paths: ["/v1/password", "/v1/in"],
            token: "new"
        ),
        Case(responses: [.json(200, "{}"), .json(503)], paths: ["/v1/password", "/v1/me"], token: "old"),
        Case(
            responses: [.json(200, "{}"), .json(401), .json(503)],
            paths: ["/v1/password", "/v1/me", "/v1/in"],
            token: "old"
        ),
    ]

    @Test(arguments: changes)
    func `after a change the session has new tokens, if the server sent some or ended the old ones`(
        change expected: Case
    ) async throws {
        let paths = MessageLog<String>()
        let transport = LoopbackTransport { request in
            paths.append(request.url.path)
            return expected.responses[min(paths.messages.count, expected.responses.count) - 1]
        }
        let authentication = try await change(Self.api(whoAmI: expected.whoAmI), over: transport)
        #expect(authentication.tokens == TokenSet(AccessToken(expected.token)))
        #expect(authentication.accountID == session.accountID)
        #expect(authentication.profile == session.profile)
        #expect(authentication.serverKey == "7")
        #expect(paths.messages == expected.paths)
        #expect(await pendingOperations.pending() == [])
    }

    @Test func `a wrong current password changes nothing, and no sign-in is tried`() async throws {
        let server = ScriptedServer(.json(403))
        await #expect(throws: AuthenticationError.invalidCredentials) {
            try await change(Self.api(), over: server.transport)
        }
        #expect(server.requests.count == 1)
        #expect(await pendingOperations.pending() == [])
    }

    /// What a sign-in with the new password shows after a lost response.
    static let findings: [(HTTPResponse, Result<String, AuthenticationError>)] = [
        (.json(200, #"{"t":"new"}"#), .success("new")), (.json(401, #"{"code":"app"}"#), .success("old")),
        // The server may still be at the first request.
        (.json(401), .failure(.service(.remote(.outcomeUnknown)))),
        (.json(503), .failure(.service(.remote(.outcomeUnknown)))),
    ]

    @Test(arguments: findings)
    func `after a lost response, a sign-in with the new password can show that it was changed`(
        response: HTTPResponse,
        expected: Result<String, AuthenticationError>
    ) async throws {
        let transport = LoopbackTransport(plan: { number, _ in
            number == 0 ? LoopbackBehavior(fault: .responseLost) : .immediate
        }) { _ in
            response
        }
        let found: Result<String, AuthenticationError>
        do {
            found = .success(try await change(Self.api(), over: transport).tokens.access.revealed ?? "")
        } catch let error as AuthenticationError {
            found = .failure(error)
        }
        #expect(found == expected)
    }

    @Test func `a page in place of an answer is no lost connection`() async throws {
        let transport = LoopbackTransport { request in
            request.url.path.hasSuffix("in") ? .json(401) : .json(200, "<html>")
        }
        await #expect(throws: AuthenticationError.service(.remote(.refused(ServerRefusal())))) {
            try await change(Self.api(), over: transport)
        }
    }

    @Test func `a repeated change with an outdated password finds out that the first one succeeded`()
        async throws
    {
        let lost = HTTPTransportStub(.failure(.timedOut))
        await #expect(throws: AuthenticationError.service(.remote(.outcomeUnknown))) {
            try await change(Self.api(), over: lost)
        }
        #expect(await pendingOperations.pending().map(\.action) == [.changePassword])
        let server = ScriptedServer(.json(403), .json(200, #"{"t":"new"}"#))
        #expect(try await change(Self.api(), over: server.transport).tokens.access == AccessToken("new"))
        #expect(server.requests.map(\.url.path) == ["/v1/password", "/v1/in"])
        #expect(await pendingOperations.pending() == [])
    }

    @Test func `a repeated change with a wrong current password is rejected`() async throws {
        let lost = HTTPTransportStub(.failure(.timedOut))
        await #expect(throws: AuthenticationError.service(.remote(.outcomeUnknown))) {
            try await change(Self.api(), over: lost)
        }
        let server = ScriptedServer(.json(403), .json(401))
        await #expect(throws: AuthenticationError.invalidCredentials) {
            try await change(Self.api(), over: server.transport)
        }
    }

    @Test func `the token that a change ended is not reported as refused`() async throws {
        let refused = MessageLog<AccessToken>()
        let server = ScriptedServer(.json(200, "{}"), .json(401), .json(200, #"{"t":"new"}"#))
        var service = try Self.api().service(server.transport, pendingOperations)
        service.tokenRefused = { refused.append($0) }
        _ = try await service.changePassword(of: session, from: current, to: new)
        #expect(refused.messages == [])
    }
}
