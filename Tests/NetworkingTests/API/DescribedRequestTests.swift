import AccountFlowTesting
import AccountFlowTransportTesting
import Domain
import Foundation
import Networking
import Testing

/// Tests of the requests that a description makes, and of the places in its responses.
struct DescribedRequestTests {
    private static let session = Session.stub(
        accountID: .stub("kim@example.com"),
        tokens: TokenSet(AccessToken("a1"), refresh: RefreshToken("r1")),
        serverKey: "u 7"
    )

    private func api(_ members: String) throws -> AccountAPI {
        try AccountAPI(describedBy: Array("{\(members)}".utf8), baseURL: HTTPURL("https://example.com/api"))
    }

    /// Signs in with the endpoint of a description, and returns the requests.
    private func requests(
        ofSignIn members: String,
        top: String = #""constants":{"clientID":"app","clientSecret":"s&c"}"#,
        _ responses: HTTPResponse...
    ) async throws -> [HTTPRequest] {
        let server = ScriptedServer(.json(200, #"{"token":"t1"}"#))
        let signIn = #""signIn":{"method":"POST","path":"/in","token":{"json":"token"},\#(members)}"#
        let service = try api("\(top),\(signIn)").service(server.transport)
        _ = try await service.authenticate(.stub("kim & co@x.com"), password: Password("p+ä 1%"))
        return server.requests
    }

    // MARK: Requests

    @Test(
        arguments: [
            (#""body":{"a":["$id","x$$",1,true,null]}"#, #"{"a":["kim & co@x.com","x$",1,true,null]}"#),
            (#""body":{"a":"<$id>/$clientID"}"#, #"{"a":"<kim & co@x.com>/app"}"#),
            (
                #""body":{"$clientID_CODE":"$id","$$x":{"$clientSecret":1}}"#,
                #"{"$x":{"s&c":1},"app_CODE":"kim & co@x.com"}"#
            ),
            (#""body":["$password"]"#, #"["p+ä 1%"]"#), (#""body":{"a":{"b":{}}}"#, #"{"a":{"b":{}}}"#),
            (
                #""encoding":"form","body":{"username":"$id","password":"$password","grant_type":"password"}"#,
                "grant_type=password&password=p%2B%C3%A4+1%25&username=kim+%26+co%40x.com"
            ),
            (#""encoding":"form","body":{"*-._~":["a",1,true,null],"z":null}"#, "*-._%7E=a&*-._%7E=1&*-._%7E=true"),
        ]
    )
    func `a body is JSON or a form, with placeholders in names, texts and lists`(members: String, body: String)
        async throws
    {
        let request = try #require(try await requests(ofSignIn: members).first)
        #expect(String(decoding: request.body, as: UTF8.self) == body)
        let type = members.contains("form") ? "application/x-www-form-urlencoded" : "application/json"
        #expect(request.fields[.contentType] == [type])
    }

    @Test func `an endpoint can insist on a media type`() async throws {
        let members = #""contentType":"application/x-amz-json-1.1","body":{}"#
        #expect(try await requests(ofSignIn: members).first?.fields[.contentType] == ["application/x-amz-json-1.1"])
    }

    @Test func `a header field has placeholders and the credentials of HTTP Basic`() async throws {
        let members = #""headers":{"Authorization":"$basic(clientID, clientSecret)","X-App":"v1 $clientID"}"#
        let request = try #require(try await requests(ofSignIn: members).first)
        #expect(request.fields[.authorization] == ["Basic YXBwOnMmYw=="])
        #expect(try request.fields[HTTPFieldName("X-App")] == ["v1 app"])
    }

    @Test func `a path and a query have percent-encoded placeholders`() async throws {
        let server = ScriptedServer(.json(200, #"{"id":"kim@example.com"}"#))
        let whoAmI = #""whoAmI":{"method":"GET","path":"/u/{key}?for={id}&app={clientID}","owner":{"id":"id"}}"#
        let service = try api(#""constants":{"clientID":"a/b"},\#(whoAmI)"#).service(server.transport)
        _ = try await service.owner(of: Self.session)
        let target = "https://example.com/api/u/u%207?for=kim%40example.com&app=a%2Fb"
        #expect(server.requests.map(\.url.text) == [target])
    }

    @Test func `the app's language is sent, unless the description sets it`() async throws {
        for (members, expected) in [(#""body":{}"#, "ko"), (#""headers":{"Accept-Language":"fr"}"#, "fr")] {
            let server = ScriptedServer(.json(200, #"{"token":"t1"}"#))
            let service = RemoteAccountService(
                api: try api(#""signIn":{"method":"POST","path":"/in","token":{"json":"token"},\#(members)}"#),
                transport: server.transport,
                language: { "ko" }
            )
            _ = try await service.authenticate(.stub(), password: Password("p"))
            #expect(server.requests.first?.fields[.acceptLanguage] == [expected])
        }
    }

    // MARK: Tokens

    @Test(
        arguments: [
            (#""whoAmI":{"method":"GET","path":"/me"}"#, "Authorization", "Bearer a1"),
            (#""authorization":{"header":"X-Session"},"whoAmI":{"method":"GET","path":"/me"}"#, "X-Session", "a1"),
            (#""authorization":{"cookie":"sid"},"whoAmI":{"method":"GET","path":"/me"}"#, "Cookie", "sid=a1"),
            (#""whoAmI":{"method":"GET","path":"/me","headers":{"T":"x $accessToken"}}"#, "T", "x a1"),
        ]
    )
    func `a token is sent at the described place`(members: String, name: String, value: String) async throws {
        let server = ScriptedServer(.json(200))
        _ = try await api(members).service(server.transport).owner(of: Self.session)
        let fields = try #require(server.requests.first?.fields)
        #expect(try fields[HTTPFieldName(name)] == [value])
        #expect(name == "Authorization" || fields[.authorization].isEmpty)
    }

    @Test func `a token in a body is not sent in a field too`() async throws {
        let server = ScriptedServer(.json(200))
        let members = #""deleteAccount":{"method":"POST","path":"/delete","body":{"idToken":"$accessToken"}}"#
        try await api(members).service(server.transport).deleteAccount(of: Self.session)
        #expect(server.requests.map { String(decoding: $0.body, as: UTF8.self) } == [#"{"idToken":"a1"}"#])
        #expect(server.requests.first?.fields[.authorization] == [])
    }

    @Test func `a deletion that describes the current password needs it, and sends it`() async throws {
        let server = ScriptedServer(.json(204))
        let body = #""body":{"current_password":"$currentPassword"}"#
        let needing = try api(#""deleteAccount":{"method":"DELETE","path":"/me",\#(body)}"#).service(server.transport)
        let other = try api(#""deleteAccount":{"method":"DELETE","path":"/me"}"#).service(server.transport)
        #expect(needing.deletionNeedsPassword && !other.deletionNeedsPassword)
        let none = try api(#""whoAmI":{"method":"GET","path":"/me"}"#).service(server.transport)
        #expect(needing.offersDeletion && !none.offersDeletion)
        #expect(try await needing.deleteAccount(of: Self.session, password: Password("p1")))
        let sent = server.requests.map { String(decoding: $0.body, as: UTF8.self) }
        #expect(sent == [#"{"current_password":"p1"}"#])
    }

    @Test func `another server gets tokens only if the description lists it`() async throws {
        var api = try api(#""whoAmI":{"method":"GET","path":"/me"}"#)
        let other = try HTTPURL("https://other.example")
        api[.whoAmI]?.request.server = other
        api[.whoAmI]?.request.headers = [.accessToken: "$accessToken"]
        let server = ScriptedServer(.json(200))
        _ = try await api.service(server.transport).owner(of: Self.session)
        api.tokenServers = [other]
        _ = try await api.service(server.transport).owner(of: Self.session)
        #expect(server.requests.map { $0.fields[.accessToken] } == [[], ["a1"]])
        #expect(server.requests.map(\.url.text) == Array(repeating: "https://other.example/me", count: 2))
    }

    @Test(
        arguments: [
            (#"{"json":["a","b.0.c"]}"#, #"{"b":[{"c":"t"}]}"#, [], "t"),
            (#"{"json":["a","b.0.c"]}"#, #"{"a":"","b":[{"c":"t"}]}"#, [], "t"),
            (#"{"json":"/a.b/c"}"#, #"{"a.b":{"c":"t"}}"#, [], "t"), (#"{"json":"b.1"}"#, #"{"b":["t"]}"#, [], nil),
            (#"{"header":"X-T"}"#, "", ["X-T: ", "X-T: a b", "X-T: t", "X-T: u"], "t"),
            (#"{"header":"X-T"}"#, "", ["X-T: Bearer t"], "t"), (#"{"header":"X-T"}"#, "{}", ["X-T: a b"], nil),
            (#"{"cookie":"sid"}"#, "", ["Set-Cookie: other=1; Path=/", "Set-Cookie: sid=t; Path=/; Secure"], "t"),
            (
                #"{"cookie":"sid"}"#, "", ["Set-Cookie: sid=t; Path=/; Expires=Mon, 16 Nov 2026 10:00:00 GMT"],
                "t"
            ),
            (#"{"cookie":"sid"}"#, "", ["Set-Cookie: sid=t; Path=/elsewhere"], nil),
            (#"{"cookie":"sid"}"#, "", ["Set-Cookie: sid=t; Path=/; Max-Age=0"], nil),
            (#"{"cookie":"sid"}"#, "", ["Set-Cookie: sid=t; Path=/", "Set-Cookie: sid=; Path=/old; Max-Age=0"], "t"),
            (#"{"cookie":"sid"}"#, "", ["Set-Cookie: sid=t; Path=/", "Set-Cookie: sid=; Path=/; Max-Age=0"], nil),
            (#"{"cookie":"sid"}"#, "", ["Set-Cookie: sid=t; Path=/; Domain=other.example"], nil),
        ] as [(String, String, [String], String?)]
    )
    func `a token is read at the first place that has one`(
        place: String,
        body: String,
        fields: [String],
        token: String?
    ) async throws {
        let members = """
            "signIn":{"method":"POST","path":"/in","token":\(place)},"whoAmI":{"method":"GET","path":"/me"}
            """
        var sent = HTTPFields()
        for field in fields {
            let parts = field.split(separator: ": ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            try sent.append(HTTPFieldName(parts[0]), parts.count > 1 ? parts[1] : "")
        }
        let server = ScriptedServer(HTTPResponse(.ok, fields: sent, body: Array(body.utf8)))
        let service = try api(members).service(server.transport)
        if let token {
            let answer = try await service.authenticate(.stub(), password: Password("p")).get()
            #expect(answer.tokens.access == AccessToken(token))
        } else {
            await #expect(throws: AuthenticationError.service(.remote(.tokenMissing))) {
                try await service.authenticate(.stub(), password: Password("p"))
            }
        }
    }

    @Test func `a response has both tokens, their lifetimes, and the server's own key`() async throws {
        let members = #"""
            "signIn":{"method":"POST","path":"/in","token":{"json":"access"},"lifetime":300,
              "refreshToken":{"json":"refresh"},"refreshLifetime":"refresh_expires_in",
              "owner":{"id":"user.email","key":"user.id","nickname":"user.name"}}
            """#
        let body =
            #"{"access":"a","refresh":"r","refresh_expires_in":"60","user":{"id":17,"email":"Kim@X","name":"Kim"}}"#
        let service = try api(members).service(ScriptedServer(.json(200, body)).transport)
        let answer = try await service.authenticate(.stub("kim"), password: Password("p")).get()
        let tokens = TokenSet(
            AccessToken("a"),
            accessExpiresAt: .stub + 300,
            refresh: RefreshToken("r"),
            refreshExpiresAt: .stub + 60
        )
        #expect(answer.tokens == tokens)
        #expect(answer.serverKey == "17")
        #expect(answer.accountID.text == "kim")
        #expect(answer.profile.nickname?.text == "Kim")
    }

    // MARK: Requests before

    @Test func `a request before reads a cookie, which is sent back with its value in a field`() async throws {
        let server = ScriptedServer(
            .json(200, "", ("Set-Cookie", "csrftoken=c1; Path=/"), ("Set-Cookie", "tracker=x; Path=/")),
            .json(200, #"{"token":"t1"}"#)
        )
        let members = #"""
            "signIn":{"before":[{"method":"GET","path":"/csrf","capture":{"csrf":{"cookie":"csrftoken"}}}],
              "method":"POST","path":"/in","headers":{"X-CSRFToken":"$csrf"},"token":{"json":"token"}}
            """#
        _ = try await api(members).service(server.transport).authenticate(.stub(), password: Password("p"))
        let last = try #require(server.requests.last)
        #expect(server.requests.map(\.url.path) == ["/api/csrf", "/api/in"])
        #expect(try last.fields[HTTPFieldName("X-CSRFToken")] == ["c1"])
        #expect(last.fields[.cookie] == ["csrftoken=c1"])
    }

    @Test func `a captured cookie replaces that of the token with the same name`() async throws {
        let server = ScriptedServer(.json(200, #"{"c":"c1"}"#, ("Set-Cookie", "sid=new; Path=/")), .json(204))
        let members = #"""
            "authorization":{"cookie":"sid"},
            "deleteAccount":{"before":[{"method":"GET","path":"/csrf","capture":{"csrf":{"json":"c"},"sid":{"cookie":"sid"}}}],
              "method":"POST","path":"/delete","cookies":{"sid":"x","b":"y"},"body":{"csrf":"$csrf"}},
            "signOut":{"before":[{"method":"GET","path":"/csrf","capture":{"sid":{"cookie":"sid"}}}],
              "method":"POST","path":"/out"}
            """#
        let service = try api(members).service(server.transport)
        try await service.deleteAccount(of: Self.session)
        #expect(server.requests.map { $0.fields[.cookie] } == [["sid=a1"], ["sid=new; b=y"]])
    }

    @Test func `a rejected request before can have what the next one needs`() async throws {
        let server = ScriptedServer(.json(401, #"{"session":"s1","flows":[]}"#), .json(200, "{}"))
        let members = #"""
            "deleteAccount":{"before":[{"method":"POST","path":"/deactivate","body":{},"capture":{"uia":{"json":"session"}}}],
              "method":"POST","path":"/deactivate","body":{"auth":{"session":"$uia"}}}
            """#
        #expect(try await api(members).service(server.transport).deleteAccount(of: Self.session))
        #expect(server.requests.last.map { String(decoding: $0.body, as: UTF8.self) } == #"{"auth":{"session":"s1"}}"#)
        #expect(server.requests.map { $0.fields[.authorization] } == [["Bearer a1"], ["Bearer a1"]])
    }

    @Test(
        arguments: [
            (.json(200, "{}"), .undecodable), (.json(303), .undecodable), (.json(500), .serverError),
            (.json(429), .throttled(retryAfter: nil)),
            (.json(404), .pathError),
        ] as [(HTTPResponse, RemoteFailure)]
    )
    func `without what it reads, the request after it is not sent`(
        response: HTTPResponse,
        failure: RemoteFailure
    ) async throws {
        let server = ScriptedServer(response)
        let members = #"""
            "signUp":{"before":[{"method":"GET","path":"/csrf","capture":{"csrf":{"json":"csrf"}}}],
              "method":"POST","path":"/up","body":{"csrf":"$csrf"}}
            """#
        let service = try api(members).service(server.transport)
        await #expect(throws: RegistrationError.service(.remote(failure))) { try await service.register(.stub()) }
        #expect(server.requests.count == 1)
    }

    @Test(
        arguments: [
            ("/csrf", "/api/me", nil), ("/me/csrf", "/api/me", "t1"), ("/csrf", "/", "t1"), ("/csrf", "/api", "t1"),
        ] as [(String, String, String?)]
    )
    func `a token cookie must also be sendable with the requests before`(
        step: String,
        path: String,
        token: String?
    ) async throws {
        let members = #"""
            "authorization":{"cookie":"sid"},"signIn":{"method":"POST","path":"/in","token":{"cookie":"sid"}},
            "whoAmI":{"before":[{"method":"GET","path":"\#(step)","capture":{"csrf":{"json":"csrf"}}}],
              "method":"GET","path":"/me"}
            """#
        let server = ScriptedServer(.json(200, "{}", ("Set-Cookie", "sid=t1; Path=\(path)")))
        let service = try api(members).service(server.transport)
        let tokens = try? await service.authenticate(.stub(), password: Password("p")).get().tokens
        #expect(tokens?.access == token.map { AccessToken($0) })
    }

    @Test(arguments: [#""headers":{"X-Refresh":"$refreshToken"}"#, #""body":{"token":"$refreshToken"}"#])
    func `a request without its refresh token is not sent`(members: String) async throws {
        let server = ScriptedServer(.json(200))
        let service = try api(
            #"""
            "signIn":{"method":"POST","path":"/in","token":{"json":"t"},"refreshToken":{"json":"r"}},
            "deleteAccount":{"method":"POST","path":"/out",\#(members)}
            """#
        ).service(server.transport)
        let session = Session.stub(tokens: TokenSet(AccessToken("a1")))
        await #expect(throws: AccountServiceFailure.remote(.tokenMissing)) {
            try await service.deleteAccount(of: session)
        }
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: SignOutScope.allCases)
    func `a sign-out without its refresh token is not offered`(scope: SignOutScope) async throws {
        let server = ScriptedServer(.json(200))
        let endpoint = #"{"method":"POST","path":"/revoke","body":{"token":"$refreshToken"}}"#
        let service = try api(
            #"""
            "signIn":{"method":"POST","path":"/in","token":{"json":"t"},"refreshToken":{"json":"r"}},
            "signOut":\#(endpoint),"signOutOtherDevices":\#(endpoint),"signOutEverywhere":\#(endpoint)
            """#
        ).service(server.transport)
        await #expect(throws: AccountServiceFailure.notOffered) {
            try await service.revoke(.stub(tokens: TokenSet(AccessToken("a1"))), scope: scope)
        }
        #expect(server.requests.isEmpty)
    }

    // MARK: Redirects

    private static let seeOther = HTTPResponse.json(
        303,
        "<p>See <a href='/'>other</a></p>",
        ("Location", "/"),
        ("Set-Cookie", "sid=t1; Path=/")
    )

    @Test func `a redirect with a described meaning is an answer, with its cookies`() async throws {
        let members = #"""
            "response":{"statuses":{"303":"accepted"}},"signUp":{"method":"POST","path":"/up"},
            "signIn":{"method":"POST","path":"/in","token":{"cookie":"sid"}}
            """#
        let server = ScriptedServer(Self.seeOther)
        let service = try api(members).service(server.transport)
        #expect(try await service.register(.stub()) == .signInRequired)
        #expect(
            try await service.authenticate(.stub(), password: Password("p")).get().tokens.access == AccessToken("t1")
        )
        #expect(server.requests.map(\.url.path) == ["/api/up", "/api/in"])
    }

    @Test(arguments: [301, 302, 303, 304, 307, 308])
    func `a redirect without a meaning leaves the outcome of a change unknown`(code: Int) async throws {
        let members = #"""
            "signUp":{"method":"POST","path":"/up"},"whoAmI":{"method":"GET","path":"/me"},
            "deleteAccount":{"method":"DELETE","path":"/me"}
            """#
        let service = try api(members).service(ScriptedServer(.json(code)).transport)
        let unknown = AccountServiceFailure.remote(.outcomeUnknown)
        await #expect(throws: RegistrationError.service(unknown)) { try await service.register(.stub()) }
        await #expect(throws: unknown) { try await service.deleteAccount(of: Self.session) }
        await #expect(throws: AccountServiceFailure.remote(.pathError)) { try await service.owner(of: Self.session) }
    }

    @Test func `a redirect to a form for signing in can mean that a session has ended`() async throws {
        let members = #""whoAmI":{"method":"GET","path":"/me","response":{"statuses":{"302":"token-refused"}}}"#
        let service = try api(members).service(ScriptedServer(.json(302, "<html>")).transport)
        await #expect(throws: AccountServiceFailure.tokenRefused) { try await service.owner(of: Self.session) }
    }

    // MARK: Answers

    @Test(
        arguments: [
            ("text/plain; charset=utf-8", "Form is invalid.\nat line 7", "Form is invalid."),
            ("text/plain", "", ""), ("text/html", "<p>No</p>", ""),
        ]
    )
    func `the first line of a plain text is the message of a refusal`(type: String, body: String, message: String)
        async throws
    {
        let server = ScriptedServer(.json(422, body, ("Content-Type", type)))
        let service = try api(#""signUp":{"method":"POST","path":"/up"}"#).service(server.transport)
        let refused = RemoteFailure.refused(ServerRefusal(ServerMessage(message)))
        await #expect(throws: RegistrationError.service(.remote(refused))) { try await service.register(.stub()) }
    }

    @Test func `a sign-up without the described token means that the user signs in`() async throws {
        for body in ["", "{}", "null"] {
            let service = try APIDescriptions.articles.service(ScriptedServer(.json(201, body)).transport)
            #expect(try await service.register(.stub()) == .signInRequired)
        }
    }

    @Test(
        arguments: [
            (#"{"session":{"token":"t"}}"#, nil),
            (#"{"session":null,"message":"Confirm."}"#, .refused(ServerRefusal(ServerMessage("Confirm.")))),
            ("{}", .refused(ServerRefusal())),
        ] as [(String, RemoteFailure?)]
    )
    func `a 2xx status counts only with the described member`(body: String, failure: RemoteFailure?) async throws {
        let members = #"""
            "signIn":{"method":"POST","path":"/in","present":"session","token":{"json":"session.token"}}
            """#
        let service = try api(members).service(ScriptedServer(.json(200, body)).transport)
        if let failure {
            await #expect(throws: AuthenticationError.service(.remote(failure))) {
                try await service.authenticate(.stub(), password: Password("p"))
            }
        } else {
            #expect(
                try await service.authenticate(.stub(), password: Password("p")).get().tokens.access == AccessToken("t")
            )
        }
    }

    @Test(
        arguments: [
            (#"{"error":{"message":"EMAIL_EXISTS"}}"#, .duplicateAccount),
            (
                #"{"error":{"message":"WEAK_PASSWORD : too short"}}"#,
                .service(.remote(.refused(ServerMessage("WEAK_PASSWORD : too short"), fields: .password)))
            ),
            (#"{"code":"WEAK_HASH"}"#, .service(.remote(.serverError))),
            (#"{"code":"WEAK"}"#, .service(.remote(.refused(ServerRefusal())))),
            (#"{"code":40,"errcode":"EMAIL_EXISTS"}"#, .duplicateAccount),
            (#"{"error":"kim@x.com is taken."}"#, .duplicateAccount),
            (#"{"error":" is taken."}"#, .duplicateAccount),
            (#"{"error":"WEAK_ is taken."}"#, .duplicateAccount),
            (#"{"code":"is taken."}"#, .service(.remote(.refused(ServerRefusal())))),
            (#"{"code":"E-1-X"}"#, .service(.remote(.serverError))),
            (#"{"code":"E-X"}"#, .service(.remote(.refused(ServerRefusal())))),
        ] as [(String, RegistrationError)]
    )
    func `a code is an exact text or a pattern, and can name a field`(body: String, error: RegistrationError)
        async throws
    {
        let members = #"""
            "response":{"codes":{"WEAK_*":{"field":"password"},"EMAIL_EXISTS":"refused"}},
            "signUp":{"method":"POST","path":"/up","body":{"p":"$password"},
              "response":{"codes":{"EMAIL_EXISTS":"duplicate-account","WEAK_HASH":"server-error",
                "* is taken.":"duplicate-account","E-*-X":"server-error","*-1-X":"throttled"}}}
            """#
        let service = try api(members).service(ScriptedServer(.json(400, body)).transport)
        await #expect(throws: error) { try await service.register(.stub()) }
    }

    @Test(
        arguments: [
            (400, #"{"errors":[{"code":"short","message":"a"},{"code":"unique","message":"b"}]}"#, .duplicateAccount),
            (400, #"{"errors":[{"code":"other"},{"code":"unique"}]}"#, .duplicateAccount),
            (400, #"[{"code":"short","description":"a"},{"code":"unique","description":"b"}]"#, .duplicateAccount),
            (400, #"{"errors":{"unique":["Taken."]}}"#, .duplicateAccount),
            (400, #"{"errors":{"a":{"code":"other"},"b":{"code":"unique"}}}"#, .duplicateAccount),
            (
                400, #"{"u":[{"message":"Taken.","code":"other"},{"message":"Taken.","code":"unique"}]}"#,
                .duplicateAccount
            ),
            (400, #"{"errors":{"u":[{"code":"BUSY_1"}]}}"#, .service(.remote(.throttled(retryAfter: nil)))),
            (200, #"{"ok":false,"errors":[{"code":"other"},{"code":"unique"}]}"#, .duplicateAccount),
            (
                409, #"{"errors":[{"code":"other"},{"code":"short"}]}"#,
                .service(.remote(.refused(ServerMessage(""), fields: .password)))
            ),
            (400, #"{"errors":{"star":["a"]}}"#, .service(.remote(.refused(ServerRefusal(ServerMessage("star: a")))))),
            (400, #"{"unique":"a"}"#, .service(.remote(.refused(ServerRefusal())))),
        ] as [(Int, String, RegistrationError)]
    )
    func `the codes of all messages decide about a rejection`(status: Int, body: String, error: RegistrationError)
        async throws
    {
        let members = #"""
            "response":{"success":"ok","code":"none","codes":
              {"short":{"field":"password"},"unique":"duplicate-account","BUSY_*":"throttled","*":"server-error"}},
            "signUp":{"method":"POST","path":"/up"}
            """#
        let service = try api(members).service(ScriptedServer(.json(status, body)).transport)
        await #expect(throws: error) { try await service.register(.stub()) }
    }

    @Test(arguments: ["duplicate-account", "invalid-credentials"])
    func `a meaning that an operation cannot have is a refusal with the server's message`(meaning: String)
        async throws
    {
        let members = #"""
            "response":{"codes":{"C":"\#(meaning)"}},"requestPasswordReset":{"method":"POST","path":"/reset"},
            "whoAmI":{"method":"GET","path":"/me"},"refresh":{"method":"POST","path":"/token","token":{"json":"t"}}
            """#
        let body = #"{"code":"C","message":"No such account."}"#
        let service = try api(members).service(
            ScriptedServer(.json(400, body), .json(400, body), .json(400, body)).transport
        )
        let refused = AccountServiceFailure.remote(.refused(ServerRefusal(ServerMessage("No such account."))))
        await #expect(throws: refused) { try await service.requestPasswordReset(for: .stub()) }
        await #expect(throws: refused) { try await service.owner(of: Self.session) }
        await #expect(throws: refused) { try await service.refresh(Self.session) }
    }

    @Test func `members of a successful response are no codes of a rejection`() async throws {
        let members = #""response":{"codes":{"unique":"duplicate-account"}},"signUp":{"method":"POST","path":"/up"}"#
        let server = ScriptedServer(.json(201, #"{"data":{"unique":true},"message":[{"code":"unique"}]}"#))
        #expect(try await api(members).service(server.transport).register(.stub()) == .signInRequired)
    }

    @Test(
        arguments: [
            (["Retry-After": "7"], "", 7), (["X-Retry-After": "8"], "", 8), (["RateLimit-Reset": "9"], "", 9),
            (["Retry-After": "soon", "RateLimit-Reset": "9"], "", 9), ([:], #"{"wait":{"ms":"10"}}"#, 10),
            (["Retry-After": "7"], #"{"wait":{"ms":10}}"#, 7), ([:], #"{"wait":{"ms":-1}}"#, nil), ([:], "", nil),
        ] as [([String: String], String, Int?)]
    )
    func `the time to wait is in a field or in the body`(fields: [String: String], body: String, seconds: Int?)
        async throws
    {
        let members =
            #""signIn":{"method":"POST","path":"/in","token":{"json":"t"},"response":{"retryAfter":["x","wait.ms"]}}"#
        let sent = try HTTPFields(fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        let status = try #require(HTTPStatus(429))
        let server = ScriptedServer(HTTPResponse(status, fields: sent, body: Array(body.utf8)))
        let failure = RemoteFailure.throttled(retryAfter: seconds.map { .seconds($0) })
        await #expect(throws: AuthenticationError.service(.remote(failure))) {
            try await api(members).service(server.transport).authenticate(.stub(), password: Password("p"))
        }
    }

    @Test(
        arguments: [("/csrf", nil), ("/me/csrf", "t"), ("https://other.example/me/csrf", nil)] as [(String, String?)]
    )
    func `a token cookie goes to no request before an endpoint that it is not for`(
        step: String,
        token: String?
    ) async throws {
        let place = step.hasPrefix("/") ? "path" : "url"
        let api = try api(
            #"""
            "tokenServers":["https://other.example"],"authorization":{"cookie":"sid"},
            "signIn":{"method":"POST","path":"/in","token":{"cookie":"sid"}},
            "whoAmI":{"before":[{"method":"GET","\#(place)":"\#(step)","capture":{"c":{"header":"X-C"}}}],
            "method":"GET","path":"/me","headers":{"X-C":"$c"},"owner":{"id":"id"}}
            """#
        )
        let base = api.baseURL.path
        let path = (base == "/" ? "" : base) + "/me"
        let server = ScriptedServer(.json(200, "", ("Set-Cookie", "sid=t; Path=\(path)")))
        let answer = try? await api.service(server.transport).authenticate(.stub(), password: Password("p")).get()
        #expect(answer?.tokens.access == token.map { AccessToken($0) })
    }

    @Test(
        arguments: [
            ("signIn", AuthenticationError.invalidCredentials), ("refresh", .service(.tokenRefused)),
        ]
    )
    func `invalid_grant means a wrong password or a refused refresh token`(
        action: String,
        error: AuthenticationError
    ) async throws {
        let server = ScriptedServer(.json(400, #"{"error":"invalid_grant","error_description":"no"}"#))
        let service = try api(#""\#(action)":{"method":"POST","path":"/token","token":{"json":"t"}}"#).service(
            server.transport
        )
        if action == "signIn" {
            await #expect(throws: error) { try await service.authenticate(.stub(), password: Password("p")) }
        } else {
            await #expect(throws: AccountServiceFailure.tokenRefused) {
                try await service.refresh(Self.session)
            }
        }
    }
}

extension RemoteFailure {
    /// Returns the rejection of one field without a message of its own.
    fileprivate static func refused(_ message: ServerMessage, fields field: AccountField) -> RemoteFailure {
        .refused(ServerRefusal(message, fieldMessages: [field: []]))
    }
}
