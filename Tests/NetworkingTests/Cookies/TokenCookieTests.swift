import AccountFlowTesting
import AccountFlowTransportTesting
import Domain
import Foundation
import Networking
import Testing

/// Tests of tokens in cookies: where they are read, stored and sent.
struct TokenCookieTests {
    private func api(signOut: String = "", path: String = "/token/refresh") throws -> AccountAPI {
        let text = #"""
            {
              "baseURL": "https://example.com/api", "authorization": {"cookie": "at"},
              "signUp": {"method": "POST", "path": "/up", "body": {"u": "$id", "p": "$password"}},
              "signIn": {
                "method": "POST", "path": "/token/auth", "body": {"u": "$id", "p": "$password"},
                "token": {"cookie": "at"}, "refreshToken": {"cookie": "rt"}
              },
              "refresh": {
                "method": "POST", "path": "\#(path)", "cookies": {"rt": "$refreshToken"},
                "token": {"cookie": "at"}, "refreshToken": {"cookie": "rt"}
              },
              "whoAmI": {"method": "GET", "path": "/me", "owner": {"id": "u"}},
              "signOut": {"method": "POST", "path": "/token/remove"\#(signOut)}
            }
            """#
        return try AccountAPI(describedBy: Array(text.utf8))
    }

    /// Returns the answers of a server that sets both cookies with the attributes of the refresh token.
    private func cookies(_ attributes: String, access: String = "Path=/") -> HTTPResponse {
        .json(200, "{}", ("Set-Cookie", "at=a1; \(access)"), ("Set-Cookie", "rt=r1; \(attributes)"))
    }

    private func tokens(_ response: HTTPResponse, _ api: AccountAPI) async throws -> TokenSet {
        let service = RemoteAccountService(
            api: api,
            transport: ScriptedServer(response).transport,
            dates: .constant(.stub)
        )
        return try await service.authenticate(.stub(), password: Password("p")).get().tokens
    }

    @Test(arguments: [
        ("/api/token/refresh", ""), ("/api/token", #","cookies":{"at":"$accessToken","rt":"$refreshToken"}"#),
    ])
    func `a refresh token in a cookie lives until the sign-out, and goes where it is described`(
        path: String,
        signOut: String
    ) async throws {
        let api = try api(signOut: signOut)
        let server = InMemoryAccountServer(api)
        let sent = MessageLog<String>()
        let transport = LoopbackTransport { request in
            let cookies = (request.fields[.cookie].first ?? "").split(separator: "; ")
            let names = cookies.map { cookie in String(cookie.prefix { $0 != "=" }) }
            sent.append(([request.url.path] + names).joined(separator: " "))
            let response = server.respond(to: request)
            let fields = response.fields.map { field in
                let value =
                    field.value.hasPrefix("rt=") ? field.value.replacing("Path=/", with: "Path=" + path) : field.value
                return (field.name.text, value)
            }
            // The fields are those of a valid response.
            return HTTPResponse(response.status, fields: (try? HTTPFields(fields)) ?? HTTPFields(), body: response.body)
        }
        let service = api.service(transport)
        let id = AccountID.stub("kim")
        _ = try await service.register(Registration(id: id, password: Password("p"), profile: Profile()))
        let first = try await service.authenticate(id, password: Password("p")).get().tokens
        #expect(first.refreshCookie == CookieScope(domain: "example.com", path: path, isSecure: false))
        server.expireTokens()
        let tokens = try await service.refresh(.stub(accountID: id, tokens: first))
        #expect(tokens.access != first.access && tokens.refresh != nil && tokens.refresh != first.refresh)
        let session = Session.stub(accountID: id, tokens: tokens)
        #expect(try await service.owner(of: session).accountID == id)
        try await service.revoke(session, scope: .thisDevice)
        #expect(server.sessionCount == 0)
        #expect(
            sent.messages == [
                "/api/up", "/api/token/auth", "/api/token/refresh rt", "/api/me at",
                "/api/token/remove at" + (signOut.isEmpty ? "" : " rt"),
            ]
        )
    }

    @Test func `a refresh without a new cookie keeps the old one and its scope`() async throws {
        let scope = CookieScope(domain: "example.com", path: "/api/token/refresh", isSecure: true)
        let old = TokenSet(AccessToken("a0"), refresh: RefreshToken("r0"), refreshCookie: scope)
        let server = ScriptedServer(.json(200, "{}", ("Set-Cookie", "at=a1; Path=/")))
        let tokens = try await api().service(server.transport).refresh(.stub(tokens: old))
        #expect(tokens.refresh == RefreshToken("r0"))
        #expect(tokens.refreshCookie == scope)
        #expect(server.requests.map { $0.fields[.cookie] } == [["rt=r0"]])
    }

    @Test(
        arguments: [
            ("Path=/api/token/refresh", "r1"), ("Path=/api/token", "r1"), ("Path=/", "r1"), ("Path=/api/me", nil),
            ("Path=/; Max-Age=0", nil), ("Path=/; Domain=other.example", nil),
        ] as [(String, String?)]
    )
    func `a refresh cookie must be for each request that carries it, and for no other`(
        attributes: String,
        token: String?
    )
        async throws
    {
        let tokens = try await tokens(cookies(attributes), api())
        #expect(tokens.access == AccessToken("a1"))
        #expect(tokens.refresh == token.map { RefreshToken($0) })
    }

    @Test func `the scope of a cookie is kept with its token`() async throws {
        let attributes = "Domain=example.com; Path=/api; Secure; Max-Age=60"
        let tokens = try await tokens(cookies(attributes, access: "Path=/api; Max-Age=30"), api())
        #expect(
            tokens.accessCookie
                == CookieScope(domain: "example.com", path: "/api", isSecure: false, expiresAt: .stub + 30)
        )
        #expect(
            tokens.refreshCookie
                == CookieScope(domain: ".example.com", path: "/api", isSecure: true, expiresAt: .stub + 60)
        )
        #expect(tokens.refreshExpiresAt == .stub + 60)
    }

    @Test(
        arguments: [
            ("rt=r; Path=/api/token/refresh", nil),
            (
                "rt=r; Path=/x",
                "the cookie “rt” is for example.com/x, but these requests carry it too: /api/token/refresh"
            ),
            (
                "rt=r; Path=/; Domain=example.com; Secure",
                "the cookie “rt” is for .example.com/, with TLS, but these requests carry it too: /token/refresh"
            ),
            ("rt=; Path=/", "the cookie “rt” is empty or has expired"),
            ("rt=r; Path=/; Max-Age=0", "the cookie “rt” is empty or has expired"),
            ("other=r", "no cookie “rt”; the response sets: at, other"),
        ] as [(String, String?)]
    )
    func `an author reads why a cookie is no token`(cookie: String, finding: String?) throws {
        var api = try api()
        if cookie.contains("Secure") {
            api.tokenServers = [try HTTPURL("http://localhost")]
            api[.refresh]?.request.server = try HTTPURL("http://localhost")
        }
        let request = try HTTPRequest(
            .post,
            HTTPURL("https://example.com/api/token/auth"),
            options: RequestOptions(purpose: "signIn")
        )
        let response = HTTPResponse.json(200, "{}", ("Set-Cookie", "at=a; Path=/"), ("Set-Cookie", cookie))
        let findings = api.findings(of: .signIn, in: [(request, response)], session: nil)
        #expect(findings == (finding.map { ["signIn.refreshToken: " + $0] } ?? []))
    }

    // MARK: Sending

    private static let scopes: [(CookieScope, RemoteFailure?)] = [
        (CookieScope(domain: "example.com", path: "/api", isSecure: true, expiresAt: .stub + 1), nil),
        (CookieScope(domain: ".example.com", path: "/", isSecure: false), nil),
        (CookieScope(domain: "x.example.com", path: "/", isSecure: true), .tokenMissing),
        (CookieScope(domain: "other.example", path: "/", isSecure: true), .tokenMissing),
        (CookieScope(domain: "example.com", path: "/other", isSecure: true), .tokenMissing),
        (CookieScope(domain: "example.com", path: "/api", isSecure: true, expiresAt: .stub), nil),
    ]

    @Test(arguments: scopes, [AccountAction.whoAmI, .refresh])
    func `a stored cookie is sent only where its server allowed it, whatever the clock says`(
        scope: (CookieScope, RemoteFailure?),
        action: AccountAction
    ) async throws {
        let server = ScriptedServer(.json(200, #"{"u":"kim"}"#, ("Set-Cookie", "at=a2; Path=/")))
        let service = RemoteAccountService(api: try api(), transport: server.transport, dates: .constant(.stub))
        let tokens =
            action == .whoAmI
            ? TokenSet(AccessToken("a1"), accessCookie: scope.0)
            : TokenSet(AccessToken("a1"), refresh: RefreshToken("r1"), refreshCookie: scope.0)
        let session = Session.stub(accountID: .stub("kim"), tokens: tokens)
        do throws(AccountServiceFailure) {
            if action == .whoAmI {
                _ = try await service.owner(of: session)
            } else {
                _ = try await service.refresh(session)
            }
            #expect(scope.1 == nil)
        } catch {
            #expect(error == scope.1.map { .remote($0) })
        }
        #expect(server.requests.count == (scope.1 == nil ? 1 : 0))
    }

    @Test(arguments: [(true, "https://example.com", 1), (true, "http://localhost", 0), (false, "http://localhost", 1)])
    func `a secure cookie is not sent without TLS`(isSecure: Bool, origin: String, count: Int) async throws {
        var api = try api()
        api.baseURL = try HTTPURL(origin)
        let server = ScriptedServer(.json(200, #"{"u":"kim"}"#))
        let scope = CookieScope(domain: api.baseURL.host.description, path: "/", isSecure: isSecure)
        let tokens = TokenSet(AccessToken("a1"), accessCookie: scope)
        // The requests tell.
        _ = try? await api.service(server.transport).owner(of: .stub(accountID: .stub("kim"), tokens: tokens))
        #expect(server.requests.count == count)
    }

    @Test func `a token with a semicolon is not sent as a cookie`() async throws {
        let server = ScriptedServer(.json(200, "{}"))
        let service = try api().service(server.transport)
        let session = Session.stub(tokens: TokenSet(AccessToken("a; admin=1"), refresh: RefreshToken("r; admin=1")))
        await #expect(throws: AccountServiceFailure.remote(.pathError)) { try await service.owner(of: session) }
        await #expect(throws: AccountServiceFailure.remote(.pathError)) { try await service.refresh(session) }
        #expect(server.requests.isEmpty)
    }

    @Test func `a captured cookie can be for a path without requests that carry a token`() async throws {
        let text = #"""
            {"baseURL":"https://example.com","whoAmI":{"method":"GET","path":"/me"},
            "signUp":{"before":[{"method":"GET","path":"/auth/csrf","capture":{"csrf":{"cookie":"c"}}}],
            "method":"POST","path":"/auth/up","headers":{"X-CSRF":"$csrf"}}}
            """#
        let server = ScriptedServer(.json(200, "", ("Set-Cookie", "c=1; Path=/auth")), .json(201))
        _ = try await AccountAPI(describedBy: Array(text.utf8)).service(server.transport).register(.stub())
        #expect(server.requests.last?.fields[.cookie] == ["c=1"])
    }

    // MARK: The description

    @Test(
        arguments: [
            (#"{"a b":"x"}"#, "1:57: signOut.cookies.a b: expected the name of a cookie"),
            (#"{"a":"x; y=1"}"#, "1:55: signOut.cookies.a: expected a text of visible ASCII characters without “;”"),
            (
                #"{"a":"$pin"}"#,
                "1:55: signOut.cookies.a: this request never has a value for “pin”, only for: accessToken, id, key"
            ),
            (#"{"a":"{id}"}"#, "1:55: signOut.cookies.a: “{id}” would be sent as it is; here, write “$id”"),
        ]
    )
    func `a mistake in a cookie is reported where it is`(cookies: String, expected: String) {
        let text = #"{"signOut":{"method":"POST","path":"/","cookies":\#(cookies)}}"#
        let error = #expect(throws: APIDescriptionError.self) {
            try AccountAPI(describedBy: Array(text.utf8), baseURL: APIDescriptions.base)
        }
        #expect(error?.description == expected)
    }

    @Test func `a refresh token that no request has is noted`() throws {
        let text = #"{"signIn":{"method":"POST","path":"/","token":{"json":"t"},"refreshToken":{"cookie":"r"}}}"#
        let api = try AccountAPI(describedBy: Array(text.utf8), baseURL: APIDescriptions.base)
        #expect(api.notes == ["refreshToken is read, but no request has $refreshToken."])
        #expect(try self.api().notes.isEmpty)
    }
}
