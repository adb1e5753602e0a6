import AccountFlowTesting
import AccountFlowTransportTesting
import Domain
import Foundation
import Networking
import Persistence
import Testing

/// Tests of an account on the server within the process, with each API from the sources and the tests.
struct InMemoryAccountServerTests {
    private struct Life {
        let api: AccountAPI
        let server: InMemoryAccountServer
        let service: RemoteAccountService

        init(_ api: AccountAPI) {
            self.api = api
            server = InMemoryAccountServer(api, tokens: .sequential())
            service = api.service(LoopbackTransport(server))
        }
    }

    private static func session(_ authentication: Authentication) -> Session {
        Session(authentication, id: .stub(), startedAt: .stub, isRemembered: true)
    }

    @Test func `S0.3 an account on the S0 server signs in`() async throws {
        let base = try HTTPURL("https://example.com")
        var api = AccountAPI.s0(at: base)
        api[.signUp] = Endpoint(
            .post,
            "/accounts",
            body: ["id": .id, "password": .password],
            token: .header(.accessToken)
        )
        let life = Life(api)
        let registration = try Registration.stub()
        _ = try await life.service.register(registration)
        let authentication = try await life.service.authenticate(registration.id, password: registration.password).get()
        #expect(authentication.tokens.access == AccessToken("token-2"))
        await #expect(throws: AuthenticationError.invalidCredentials) {
            try await life.service.authenticate(registration.id, password: Password("other"))
        }
    }

    @Test func `a path below the path of an account belongs to a different endpoint`() async throws {
        var api = AccountAPI.s0(at: try HTTPURL("https://example.com"))
        api[.signUp] = Endpoint(
            .post,
            "/members/{id}",
            body: ["id": .id, "password": .password],
            token: .header(.accessToken)
        )
        api[.deleteAccount] = Endpoint(.post, "/members/me/closure")
        let life = Life(api)
        let registration = try Registration.stub()
        let session = Self.session(try #require(try await life.service.register(registration).authentication))

        #expect(try await life.service.deleteAccount(of: session))
        await #expect(throws: AuthenticationError.invalidCredentials) {
            try await life.service.authenticate(registration.id, password: registration.password)
        }
    }

    @Test(
        arguments: [
            ("ko", "이미 있는 아이디입니다."), ("ko-KR,en;q=0.8", "이미 있는 아이디입니다."), ("fr", "This ID is taken."),
            (nil, "This ID is taken."),
        ] as [(String?, String)]
    )
    func `a message is in the first language of the request, if it was translated`(
        language: String?,
        message: String
    ) throws {
        let base = try HTTPURL("https://example.com")
        let api = AccountAPI.s3(at: base)
        let server = InMemoryAccountServer(api, translations: ["ko": ["This ID is taken.": "이미 있는 아이디입니다."]])
        var fields = HTTPFields()
        if let language { try fields.append(.acceptLanguage, language) }
        let body = JSONValue.object(["id": .string("kim"), "password": .string("password1")]).bytes
        let request = try HTTPRequest(.post, HTTPURL(base.origin + "/sign-up"), fields: fields, body: body)
        _ = server.respond(to: request)
        let response = server.respond(to: request)
        #expect(String(decoding: response.body, as: UTF8.self).contains(message))
    }

    @Test func `S3.1 S3.3 an account on the S3 server works from sign-up to deletion`() async throws {
        let life = Life(.s3(at: try HTTPURL("https://example.com/app/")))
        let registration = try Registration.stub()
        #expect(try await life.service.register(registration) == .signInRequired)
        await #expect(
            throws: RegistrationError.service(.remote(.refused(ServerMessage("This ID is taken."), field: nil)))
        ) {
            try await life.service.register(registration)
        }
        await #expect(
            throws: AuthenticationError.service(
                .remote(.refused(ServerMessage("The ID or the password is wrong."), field: nil))
            )
        ) {
            try await life.service.authenticate(registration.id, password: Password("other"))
        }
        let session = Self.session(
            try await life.service.authenticate(registration.id, password: registration.password).get()
        )
        let owner = try await life.service.owner(of: session)
        #expect(owner == AccountOwner(accountID: registration.id, profile: Profile(name: registration.profile.name)))
        try await life.service.deleteAccount(of: session)
        #expect(life.server.accountIDs == [])
        await #expect(throws: AccountServiceFailure.tokenRefused) { try await life.service.owner(of: session) }
    }

    @Test func `an API with nested members and its own token scheme needs no new type`() async throws {
        let life = Life(try APIDescriptions.articles)
        let registration = try Registration.stub()
        let first = try #require(try await life.service.register(registration).authentication)
        #expect(first.profile.nickname == registration.profile.nickname)
        await #expect(throws: RegistrationError.duplicateAccount) { try await life.service.register(registration) }
        let session = Self.session(
            try await life.service.authenticate(registration.id, password: registration.password).get()
        )
        #expect(session.profile == Profile(nickname: registration.profile.nickname))
        #expect(try await life.service.owner(of: session).accountID == registration.id)
        life.server.revokeTokens()
        await #expect(throws: AccountServiceFailure.tokenRefused) {
            try await life.service.deleteAccount(of: session)
        }
        #expect(life.server.accountIDs == [registration.id])
    }

    @Test func `an API with problem details and idempotency keys needs no new type`() async throws {
        let life = Life(try APIDescriptions.problems)
        let registration = try Registration.stub(id: "김 a/b?#%")
        let authentication = try #require(try await life.service.register(registration).authentication)
        #expect(life.server.accountIDs == [registration.id])
        await #expect(throws: RegistrationError.duplicateAccount) { try await life.service.register(registration) }
        try await life.service.deleteAccount(of: Self.session(authentication))
        #expect(life.server.accountIDs == [])
        // The second registration does not get the response of the first one.
        _ = try await life.service.register(registration)
        #expect(life.server.accountIDs == [registration.id])
    }

    @Test func `every field of a profile is sent and read by its key`() async throws {
        let keys = Profile.fields.map(\.key)
        let body = (["id", "password"] + keys).map { "\"\($0)\":\"$\($0)\"" }.joined(separator: ",")
        let owner = keys.map { "\"\($0)\":\"profile.\($0)\"" }.joined(separator: ",")
        let text = """
            {"signUp": {"method": "POST", "path": "/a", "body": {\(body)}, "token": {"json": "token"}},
             "whoAmI": {"method": "GET", "path": "/a", "owner": {\(owner)}}}
            """
        let life = Life(try AccountAPI(describedBy: Array(text.utf8), baseURL: HTTPURL("https://example.com")))
        let registration = try Registration.stub()
        let token = try #require(try await life.service.register(registration).authentication).tokens.access
        let session = Self.session(
            Authentication(accountID: registration.id, profile: Profile(), tokens: TokenSet(token))
        )
        #expect(try await life.service.owner(of: session).profile == registration.profile)
    }

    @Test func `an ID in a path is percent-encoded as one segment`() async throws {
        let server = ScriptedServer(.json(409))
        let service = try APIDescriptions.problems.service(server.transport)
        let registration = try Registration.stub(id: "../ä b?c#d%")
        await #expect(throws: RegistrationError.duplicateAccount) { try await service.register(registration) }
        #expect(server.requests.map(\.url.text) == ["https://id.example.org/members/..%2F%C3%A4%20b%3Fc%23d%25"])
        #expect(try server.requests.map { $0.fields[try HTTPFieldName("X-Api-Key")] } == [["k1"]])
    }

    @Test func `every endpoint can use the ID in its path and its body`() async throws {
        var api = try APIDescriptions.problems
        api[.deleteAccount] = Endpoint(.delete, "/members/{id}", body: ["user": .id])
        api[.whoAmI] = Endpoint(.get, "/members/{id}")
        let life = Life(api)
        let registration = try Registration.stub()
        let session = Self.session(try #require(try await life.service.register(registration).authentication))
        #expect(try await life.service.owner(of: session).accountID == registration.id)
        #expect(try await life.service.deleteAccount(of: session))
        #expect(life.server.accountIDs == [])

        let server = ScriptedServer(.json(200))
        let service = api.service(server.transport)
        _ = try await service.owner(of: session)
        try await service.deleteAccount(of: session)
        let members = "https://id.example.org/members/abcdef%40gmail.com"
        #expect(server.requests.map(\.url.text) == [members, members])
        #expect(server.requests.last?.body == Array(#"{"user":"abcdef@gmail.com"}"#.utf8))
    }

    @Test func `a request with an empty ID in its path is not found`() throws {
        let server = InMemoryAccountServer(try APIDescriptions.problems)
        let request = try HTTPRequest(.put, HTTPURL("https://id.example.org/members/"))
        #expect(server.respond(to: request).status == .notFound)
    }

    @Test func `a token is sent in the described field, and expires as the reply says`() async throws {
        let server = ScriptedServer(.json(200, #"{"expiresIn":60}"#, ("X-Session", "s1")), .json(200))
        let service = try APIDescriptions.problems.service(server.transport, dates: .constant(.stub))
        let authentication = try await service.authenticate(.stub(), password: Password("p")).get()
        #expect(authentication.tokens.accessExpiresAt == .stub.addingTimeInterval(60))
        try await service.deleteAccount(of: Self.session(authentication))
        let deletion = try #require(server.requests.last)
        #expect(try deletion.fields[HTTPFieldName("x-session")] == ["s1"])
        #expect(deletion.body == Array(#"{"confirm":true}"#.utf8))
    }

    @Test func `a refused token is passed to the caller's handler`() async throws {
        let log = MessageLog<AccessToken>()
        let service = RemoteAccountService(
            api: .s3(at: try HTTPURL("https://example.com")),
            transport: ScriptedServer(.json(401)).transport,
            tokenRefused: { log.append($0) }
        )
        await #expect(throws: AccountServiceFailure.tokenRefused) {
            try await service.deleteAccount(of: .stub())
        }
        #expect(log.messages == [AccessToken("token-1")])
    }
}

struct RemoteAccountServiceContractTests {
    enum API: String, CaseIterable, Sendable {
        case s3
        case articles
        case problems

        func describe() throws -> AccountAPI {
            switch self {
            case .s3: .s3(at: try HTTPURL("https://example.com"))
            case .articles: try APIDescriptions.articles
            case .problems: try APIDescriptions.problems
            }
        }
    }

    @Test(arguments: API.allCases, AccountServiceContract.promises)
    func `a remote account service fulfils its contract`(
        api: API,
        promise: ContractPromise<AccountServiceContract>
    ) async throws {
        try await promise.verify(
            AccountServiceContract {
                let api = try api.describe()
                return api.service(LoopbackTransport(InMemoryAccountServer(api)))
            }
        )
    }
}
