import AccountFlowTesting
import AccountFlowTransportTesting
import Domain
import Foundation
import Networking
import Testing

/// The life of an account against the server within the process, over each API that is described somewhere.
struct AccountServerTests {
    private struct Life {
        let api: AccountAPI
        let server: AccountServer
        let authority: RemoteAccountAuthority

        init(_ api: AccountAPI) {
            self.api = api
            server = AccountServer(api, tokens: .sequential())
            authority = RemoteAccountAuthority(
                api: api,
                transport: LoopbackTransport(server),
                intents: IntentRepositoryFake()
            )
        }
    }

    private static func session(_ authentication: Authentication) -> Session {
        Session(authentication, startedAt: .stub, isRemembered: true)
    }

    @Test func `S0.3 an account of the S0 server signs in`() async throws {
        let base = try HTTPURL("https://example.com")
        var api = AccountAPI.s0(at: base)
        api.signUp = Endpoint(
            .post,
            "/accounts",
            body: ["id": .id, "password": .password],
            token: .header(.accessToken)
        )
        let life = Life(api)
        let registration = try Registration.stub()
        _ = try await life.authority.register(registration)
        let authentication = try await life.authority.authenticate(registration.id, password: registration.password)
        #expect(authentication.token == AccessToken("token-2"))
        await #expect(throws: AuthenticationError.invalidCredentials) {
            try await life.authority.authenticate(registration.id, password: Password("other"))
        }
    }

    @Test func `a path below that of an account is another than that of the account`() async throws {
        var api = AccountAPI.s0(at: try HTTPURL("https://example.com"))
        api.signUp = Endpoint(
            .post,
            "/members/{id}",
            body: ["id": .id, "password": .password],
            token: .header(.accessToken)
        )
        api.withdraw = Endpoint(.post, "/members/me/closure")
        let life = Life(api)
        let registration = try Registration.stub()
        let session = Self.session(try await life.authority.register(registration))

        #expect(try await life.authority.withdraw(session))
        await #expect(throws: AuthenticationError.invalidCredentials) {
            try await life.authority.authenticate(registration.id, password: registration.password)
        }
    }

    @Test func `S3.1 S3.3 an account of the S3 server lives and ends`() async throws {
        let life = Life(.s3(at: try HTTPURL("https://example.com/app/")))
        let registration = try Registration.stub()
        await #expect(throws: RegistrationError.registeredSignInRequired) {
            try await life.authority.register(registration)
        }
        await #expect(
            throws: RegistrationError.failed(.remote(.refused(ServerMessage("This ID is taken."), field: nil)))
        ) {
            try await life.authority.register(registration)
        }
        await #expect(
            throws: AuthenticationError.failed(
                .remote(.refused(ServerMessage("The ID or the password is wrong."), field: nil))
            )
        ) {
            try await life.authority.authenticate(registration.id, password: Password("other"))
        }
        let session = Self.session(
            try await life.authority.authenticate(registration.id, password: registration.password)
        )
        let owner = try await life.authority.owner(of: session)
        #expect(owner == AccountOwner(accountID: registration.id, profile: Profile(name: registration.profile.name)))
        try await life.authority.withdraw(session)
        #expect(life.server.accountIDs == [])
        await #expect(throws: AuthorityFailure.remote(.tokenRefused)) { try await life.authority.owner(of: session) }
    }

    @Test func `an API with nested members and a token scheme of its own needs no new type`() async throws {
        let life = Life(try APIDescriptions.api(APIDescriptions.articles))
        let registration = try Registration.stub()
        let first = try await life.authority.register(registration)
        #expect(first.profile.nickname == registration.profile.nickname)
        await #expect(throws: RegistrationError.duplicateAccount) { try await life.authority.register(registration) }
        let session = Self.session(
            try await life.authority.authenticate(registration.id, password: registration.password)
        )
        #expect(session.profile == Profile(nickname: registration.profile.nickname))
        #expect(try await life.authority.owner(of: session).accountID == registration.id)
        life.server.revokeTokens()
        await #expect(throws: AuthorityFailure.remote(.tokenRefused)) { try await life.authority.withdraw(session) }
        #expect(life.server.accountIDs == [registration.id])
    }

    @Test func `an API with problem details and keys of intents needs no new type`() async throws {
        let life = Life(try APIDescriptions.api(APIDescriptions.problems))
        let registration = try Registration.stub(id: "김 a/b?#%")
        let authentication = try await life.authority.register(registration)
        #expect(life.server.accountIDs == [registration.id])
        await #expect(throws: RegistrationError.duplicateAccount) { try await life.authority.register(registration) }
        try await life.authority.withdraw(Self.session(authentication))
        #expect(life.server.accountIDs == [])
        // The answer to the first registration is not repeated to the second one.
        _ = try await life.authority.register(registration)
        #expect(life.server.accountIDs == [registration.id])
    }

    @Test func `an ID in a path is one segment of it`() async throws {
        let server = ScriptedServer(.json(409))
        let authority = RemoteAccountAuthority(
            api: try APIDescriptions.api(APIDescriptions.problems),
            transport: server.transport,
            intents: IntentRepositoryFake()
        )
        let registration = try Registration.stub(id: "../ä b?c#d%")
        await #expect(throws: RegistrationError.duplicateAccount) { try await authority.register(registration) }
        #expect(server.requests.map(\.url.text) == ["https://id.example.org/members/..%2F%C3%A4%20b%3Fc%23d%25"])
        #expect(try server.requests.map { $0.fields[try HTTPFieldName("X-Api-Key")] } == [["k1"]])
    }

    @Test func `every endpoint has the ID for its path and its body`() async throws {
        var api = try APIDescriptions.api(APIDescriptions.problems)
        api.withdraw = Endpoint(.delete, "/members/{id}", body: ["user": .id])
        api.whoAmI = Endpoint(.get, "/members/{id}")
        let life = Life(api)
        let registration = try Registration.stub()
        let session = Self.session(try await life.authority.register(registration))
        #expect(try await life.authority.owner(of: session).accountID == registration.id)
        #expect(try await life.authority.withdraw(session))
        #expect(life.server.accountIDs == [])

        let server = ScriptedServer(.json(200))
        let authority = RemoteAccountAuthority(api: api, transport: server.transport, intents: IntentRepositoryFake())
        _ = try await authority.owner(of: session)
        try await authority.withdraw(session)
        let members = "https://id.example.org/members/abcdef%40gmail.com"
        #expect(server.requests.map(\.url.text) == [members, members])
        #expect(server.requests.last?.body == Array(#"{"user":"abcdef@gmail.com"}"#.utf8))
    }

    @Test func `a path without the ID that belongs into it leads nowhere`() throws {
        let server = AccountServer(try APIDescriptions.api(APIDescriptions.problems))
        let request = try HTTPRequest(.put, HTTPURL("https://id.example.org/members/"))
        #expect(server.respond(to: request).status == .notFound)
    }

    @Test func `a token goes where the description says, and lasts as long as the reply says`() async throws {
        let server = ScriptedServer(.json(200, #"{"expiresIn":60}"#, ("X-Session", "s1")), .json(200))
        let authority = RemoteAccountAuthority(
            api: try APIDescriptions.api(APIDescriptions.problems),
            transport: server.transport,
            intents: IntentRepositoryFake(),
            dates: .constant(.stub)
        )
        let authentication = try await authority.authenticate(.stub(), password: Password("p"))
        #expect(authentication.expiresAt == .stub.addingTimeInterval(60))
        try await authority.withdraw(Self.session(authentication))
        let withdrawal = try #require(server.requests.last)
        #expect(try withdrawal.fields[HTTPFieldName("x-session")] == ["s1"])
        #expect(withdrawal.body == Array(#"{"confirm":true}"#.utf8))
    }

    @Test func `a token that is refused is handed over to be forgotten`() async throws {
        let log = MessageLog<AccessToken>()
        let authority = RemoteAccountAuthority(
            api: .s3(at: try HTTPURL("https://example.com")),
            transport: ScriptedServer(.json(401)).transport,
            tokenRefused: { log.append($0) }
        )
        await #expect(throws: AuthorityFailure.remote(.tokenRefused)) { try await authority.withdraw(.stub()) }
        #expect(log.messages == [AccessToken("token-1")])
    }
}
