import AccountFlowTesting
import AccountFlowTransportTesting
import Domain
import Foundation
import Networking
import Persistence
import Testing

/// Tests of answers that confirm nothing: pages instead of JSON, answers about nobody, and answers that were lost.
struct UnconfirmedAnswerTests {
    private static let page = "<html><title>Sign in to the hotel network</title></html>"

    private static func whoAmI(
        _ body: String,
        owner: String,
        of id: String = "a"
    ) async throws -> Result<AccountOwner, AccountServiceFailure> {
        let description = """
            {"whoAmI": {"method": "GET", "path": "/me", "owner": \(owner)}}
            """
        let api = try AccountAPI(describedBy: Array(description.utf8), baseURL: APIDescriptions.base)
        let service = api.service(ScriptedServer(.json(200, body)).transport)
        do throws(AccountServiceFailure) {
            return .success(try await service.owner(of: .stub(accountID: .stub(id))))
        } catch {
            return .failure(error)
        }
    }

    @Test(arguments: ["", "null", "[]", "{}", "7", "{\"id\":null}", "{\"id\":\"\"}", "{\"ID\":\"a\"}", page])
    func `a who-am-I answer without the described owner confirms no session`(body: String) async throws {
        #expect(try await Self.whoAmI(body, owner: #"{"id": "id"}"#) == .failure(.remote(.undecodable)))
        #expect(try await Self.whoAmI(body, owner: #"{"name": "id"}"#) == .failure(.remote(.undecodable)))
    }

    @Test(
        arguments: [
            (#"{"id":"abc"}"#, "abc"), (#"{"id":17}"#, "17"), (#"{"id":"kim@X.com"}"#, "Kim@x.com"),
            (#"{"id":"cafe\u0301"}"#, "caf\u{E9}"),
        ]
    )
    func `a who-am-I answer confirms the session by its ID, in any spelling or as a number`(
        body: String,
        id: String
    ) async throws {
        let owner = try await Self.whoAmI(body, owner: #"{"id": "id", "name": "name"}"#, of: id).get()
        #expect(owner.accountID == .stub(id))
    }

    @Test(arguments: [#"{"id":"abd"}"#, #"{"id":"ABC","name":"Kim"}"#, #"{"id":18}"#])
    func `a who-am-I answer about another account confirms no session`(body: String) async throws {
        let owner = #"{"id": "id", "name": "name"}"#
        #expect(try await Self.whoAmI(body, owner: owner, of: "abc") == .failure(.remote(.undecodable)))
    }

    @Test(arguments: [("kim", true), ("kim@example.com", true), ("lee", false)])
    func `a who-am-I answer has the ID of the session at one of several places`(id: String, isFound: Bool) async throws
    {
        let body = #"{"name":"kim","mail":"kim@example.com"}"#
        let answer = try await Self.whoAmI(body, owner: #"{"id": ["name", "mail"]}"#, of: id)
        #expect((answer == .failure(.remote(.undecodable))) == !isFound)
    }

    @Test func `a who-am-I answer without a described ID needs one of the described fields`() async throws {
        let owner = #"{"name": "name", "nickname": "nick"}"#
        #expect(try await Self.whoAmI(#"{"nick":"Kim"}"#, owner: owner).get().profile.nickname == Nickname("Kim"))
        #expect(try await Self.whoAmI(#"{"id":"abc"}"#, owner: owner) == .failure(.remote(.undecodable)))
    }

    @Test(
        arguments: [
            ("true", true), (#""true""#, true), ("1", true), (#""2025-01-01T00:00:00Z""#, true), ("false", false),
            (#""false""#, false), (#""""#, false), ("0", false), ("null", false), ("{}", false),
        ]
    )
    func `a who-am-I answer says whether the address is confirmed`(value: String, isConfirmed: Bool) async throws {
        let owner = #"{"id": "id", "verified": "seen"}"#
        let answer = try await Self.whoAmI(#"{"id":"a","seen":\#(value)}"#, owner: owner)
        #expect(try answer.get().isAddressConfirmed == isConfirmed)
        #expect(try await !Self.whoAmI(#"{"id":"a"}"#, owner: owner).get().isAddressConfirmed)
        #expect(try await !Self.whoAmI(#"{"id":"a","seen":true}"#, owner: #"{"id": "id"}"#).get().isAddressConfirmed)
    }

    enum Action: CaseIterable {
        case signUp, signIn, deleteAccount, whoAmI
    }

    @Test(arguments: Action.allCases)
    func `a page with a 2xx status is no success of any action`(action: Action) async throws {
        var api = try APIDescriptions.articles
        api[.signUp]?.token = nil
        api[.signIn]?.token = .header(.accessToken)
        let service = api.service(ScriptedServer(.json(200, Self.page)).transport)
        let undecodable = AccountServiceFailure.remote(.undecodable)
        switch action {
        case .signUp:
            await #expect(throws: RegistrationError.service(undecodable)) { try await service.register(.stub()) }
        case .signIn:
            await #expect(throws: AuthenticationError.service(undecodable)) {
                try await service.authenticate(.stub(), password: Password("p"))
            }
        case .deleteAccount:
            await #expect(throws: undecodable) { try await service.deleteAccount(of: .stub()) }
        case .whoAmI:
            await #expect(throws: undecodable) { try await service.owner(of: .stub()) }
        }
    }

    @Test func `a page with status 410 is no deletion`() async throws {
        let service = try APIDescriptions.articles.service(ScriptedServer(.json(410, Self.page)).transport)
        await #expect(throws: AccountServiceFailure.remote(.undecodable)) {
            try await service.deleteAccount(of: .stub())
        }
    }

    @Test(arguments: [(200, ""), (200, "{}"), (200, "null"), (204, "")])
    func `a deletion without a described answer succeeds with an empty body or JSON`(code: Int, body: String)
        async throws
    {
        let service = try APIDescriptions.articles.service(ScriptedServer(.json(code, body)).transport)
        #expect(try await service.deleteAccount(of: .stub()))
    }

    @Test(arguments: [("3600", 3_600.0), (#""3600""#, 3_600), ("0", 0), ("1.5", 1.5), ("null", nil)])
    func `a lifetime is a number or a number in a text`(lifetime: String, seconds: TimeInterval?) async throws {
        let server = ScriptedServer(.json(200, "{\"expiresIn\":\(lifetime)}", ("X-Session", "s1")))
        let service = try APIDescriptions.problems.service(server.transport)
        let authentication = try await service.authenticate(.stub(), password: Password("p")).get()
        #expect(authentication.tokens.accessExpiresAt == seconds.map { .stub + $0 })
    }

    @Test(arguments: [("60", 60.0), ("0", nil)])
    func `a refresh token with a lifetime of 0 does not expire`(lifetime: String, seconds: TimeInterval?) async throws {
        let signIn = """
            {"signIn": {"method": "POST", "path": "/in", "token": {"json": "a"},
              "refreshToken": {"json": "r"}, "refreshLifetime": "e"}}
            """
        let api = try AccountAPI(describedBy: Array(signIn.utf8), baseURL: APIDescriptions.base)
        let service = api.service(ScriptedServer(.json(200, #"{"a":"a1","r":"r1","e":\#(lifetime)}"#)).transport)
        let tokens = try await service.authenticate(.stub(), password: Password("p")).get().tokens
        #expect(tokens.refreshExpiresAt == seconds.map { .stub + $0 })
    }

    @Test(arguments: [#""soon""#, "-1", #""-1""#, "true", "{}", "1e300"])
    func `a lifetime that is not one is undecodable`(lifetime: String) async throws {
        let server = ScriptedServer(.json(200, "{\"expiresIn\":\(lifetime)}", ("X-Session", "s1")))
        let service = try APIDescriptions.problems.service(server.transport)
        await #expect(throws: AuthenticationError.service(.remote(.undecodable))) {
            try await service.authenticate(.stub(), password: Password("p"))
        }
    }
}

/// Tests of repeated requests to servers without idempotency keys, after a lost answer.
struct LostAnswerTests {
    private let pendingOperations = InMemoryPendingOperationRepository()

    private func service(_ api: AccountAPI, _ transport: any HTTPTransport) -> RemoteAccountService {
        api.service(transport, pendingOperations)
    }

    private func registerLosingTheAnswer(_ api: AccountAPI, at server: InMemoryAccountServer) async throws {
        let lost = LoopbackTransport(server) { _, _ in LoopbackBehavior(fault: .responseLost) }
        await #expect(throws: RegistrationError.service(.remote(.outcomeUnknown))) {
            try await service(api, lost).register(.stub())
        }
    }

    @Test func `a repeated sign-up signs in to the account that the first one created`() async throws {
        let api = try AccountAPI.s3
        let server = InMemoryAccountServer(api)
        try await registerLosingTheAnswer(api, at: server)
        let registration = try Registration.stub()
        let outcome = try await service(api, LoopbackTransport(server)).register(registration)
        #expect(outcome.authentication?.accountID == registration.id)
        #expect(server.accountIDs == [registration.id])
        #expect(await pendingOperations.pending() == [])
    }

    @Test func `a repeated sign-up whose ID is taken is rejected if its password is incorrect`() async throws {
        let api = try APIDescriptions.articles
        let server = InMemoryAccountServer(api)
        _ = try await api.service(LoopbackTransport(server)).register(.stub(password: "another password"))
        try await registerLosingTheAnswer(api, at: server)
        await #expect(throws: RegistrationError.duplicateAccount) {
            try await service(api, LoopbackTransport(server)).register(.stub())
        }
        #expect(await pendingOperations.pending() == [])
    }

    @Test func `a repeated sign-up with another password is rejected, because the ID is taken`() async throws {
        let api = try APIDescriptions.articles
        let server = InMemoryAccountServer(api)
        try await registerLosingTheAnswer(api, at: server)
        await #expect(throws: RegistrationError.duplicateAccount) {
            try await service(api, LoopbackTransport(server)).register(.stub(password: "another password"))
        }
    }

    @Test(arguments: [400, 403, 404, 422, 429, 500])
    func `a repeated sign-up stays unconfirmed if the sign-in fails for another reason`(code: Int) async throws {
        let api = try APIDescriptions.problems
        try await registerLosingTheAnswer(api, at: InMemoryAccountServer(api))
        let replies = LoopbackTransport { request in
            request.options.purpose == "signUp" ? .json(409) : .json(code, #"{"detail":"Confirm your address."}"#)
        }
        await #expect(throws: RegistrationError.service(.remote(.outcomeUnknown))) {
            try await service(api, replies).register(.stub())
        }
        #expect(await pendingOperations.pending().map(\.action) == [.register])
    }

    @Test(arguments: [401, 404, 429, 500, 503])
    func `a sign-up with a lost answer stays pending, whatever failure the next one has`(code: Int) async throws {
        let api = try AccountAPI.s3
        let server = InMemoryAccountServer(api)
        try await registerLosingTheAnswer(api, at: server)
        let failure = code == 500 ? RemoteFailure.serverError : .pathError
        await #expect(throws: RegistrationError.service(.remote(failure))) {
            try await service(api, ScriptedServer(.json(code)).transport).register(.stub())
        }
        #expect(await pendingOperations.pending().map(\.action) == [.register])
        #expect(try await service(api, LoopbackTransport(server)).register(.stub()).authentication != nil)
    }

    @Test func `a repeated sign-up stays unconfirmed while the sign-in fails`() async throws {
        let api = try AccountAPI.s3
        let server = InMemoryAccountServer(api)
        try await registerLosingTheAnswer(api, at: server)
        let failing = LoopbackTransport(server) { _, request in
            LoopbackBehavior(fault: request.options.purpose == "signIn" ? .unreachable : nil)
        }
        await #expect(throws: RegistrationError.service(.remote(.outcomeUnknown))) {
            try await service(api, failing).register(.stub())
        }
        #expect(await pendingOperations.pending().map(\.action) == [.register])
    }

    @Test func `a taken ID is rejected without a sign-in if no answer was lost`() async throws {
        let api = try AccountAPI.s3
        let server = ScriptedServer(.json(200, #"{"success":false,"message":"taken"}"#))
        await #expect(throws: RegistrationError.service(.remote(.refused(ServerMessage("taken"), field: nil)))) {
            try await service(api, server.transport).register(.stub())
        }
        #expect(server.requests.map(\.options.purpose) == ["signUp"])
    }

    @Test func `no key is sent to a server that does not support keys`() async throws {
        let server = ScriptedServer(.json(200, #"{"success":true}"#))
        _ = try await service(.s3, server.transport).register(.stub())
        #expect(server.requests.allSatisfy { $0.fields[.idempotencyKey] == [] })
    }

    @Test func `after a deletion with a lost answer, a rejected token ends the session`() async throws {
        let api = try AccountAPI.s3
        let server = InMemoryAccountServer(api)
        let good = service(api, LoopbackTransport(server))
        let registration = try Registration.stub()
        _ = try await good.register(registration)
        let authentication = try await good.authenticate(registration.id, password: registration.password).get()
        let session = Session(authentication, id: .stub(), startedAt: .stub, isRemembered: true)
        #expect(try await good.recognizes(session))
        let lost = LoopbackTransport(server) { _, _ in LoopbackBehavior(fault: .responseLost) }
        let unknown = AccountServiceFailure.remote(.outcomeUnknown)
        await #expect(throws: unknown) { try await service(api, lost).deleteAccount(of: session) }
        #expect(server.accountIDs == [])
        #expect(try await good.recognizes(session) == false)
        await #expect(throws: unknown) { try await good.deleteAccount(of: session) }
    }

    @Test(arguments: [403, 404, 429, 500, 503])
    func `after a deletion with a lost answer, no failure of the next one is definite`(code: Int) async throws {
        let server = ScriptedServer(.json(code))
        var api = try AccountAPI.s3
        let session = Session.stub()
        let lost = HTTPTransportStub(.failure(.truncated))
        let unknown = AccountServiceFailure.remote(.outcomeUnknown)
        await #expect(throws: unknown) { try await service(api, lost).deleteAccount(of: session) }
        await #expect(throws: unknown) { try await service(api, server.transport).recognizes(session) }
        let foreign = ScriptedServer(.json(200, #"{"success":true,"data":{"id":"another"}}"#))
        await #expect(throws: unknown) { try await service(api, foreign.transport).recognizes(session) }
        api[.whoAmI] = nil
        await #expect(throws: unknown) { try await service(api, server.transport).deleteAccount(of: session) }
        #expect(await pendingOperations.pending().map(\.action) == [.deleteAccount])
    }

    @Test func `after a deletion whose request was lost, the session is still recognized`() async throws {
        let api = try AccountAPI.s3
        let server = InMemoryAccountServer(api)
        let good = service(api, LoopbackTransport(server))
        let registration = try Registration.stub()
        _ = try await good.register(registration)
        let authentication = try await good.authenticate(registration.id, password: registration.password).get()
        let session = Session(authentication, id: .stub(), startedAt: .stub, isRemembered: true)
        let lost = LoopbackTransport(server) { _, _ in LoopbackBehavior(fault: .requestLost) }
        await #expect(throws: AccountServiceFailure.remote(.outcomeUnknown)) {
            try await service(api, lost).deleteAccount(of: session)
        }
        #expect(try await good.recognizes(session))
        #expect(try await good.deleteAccount(of: session))
        #expect(server.accountIDs == [])
    }
}
