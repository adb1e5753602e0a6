import AccountFlowTesting
import AccountFlowTransportTesting
import Domain
import Networking
import Testing

/// Tests of which answers refuse a token: pages of a proxy, and answers about something else, do not.
struct TokenRefusalTests {
    private static let page = "<html>Log in to the network</html>"
    private static let challenge = ("WWW-Authenticate", "Bearer")
    private static let line = ("Content-Type", "text/plain; charset=utf-8")

    private static func refused(_ message: String = "") -> AccountServiceFailure {
        .remote(.refused(ServerRefusal(ServerMessage(message))))
    }

    /// Returns a service that answers all requests of a description.
    private func service(_ members: String, _ response: HTTPResponse) throws -> RemoteAccountService {
        let api = try AccountAPI(describedBy: Array("{\(members)}".utf8), baseURL: HTTPURL("https://example.com"))
        return api.service(LoopbackTransport { _ in response })
    }

    @Test(
        arguments: [
            (.json(401, ""), .tokenRefused), (.json(401, #"{"detail":"x","code":"token_not_valid"}"#), .tokenRefused),
            (.json(401, #"{"error":"Unauthorized"}"#), .tokenRefused),
            (.json(400, #"{"error":"invalid_grant"}"#), .tokenRefused),
            (.json(401, #"{"error":"invalid_grant"}"#), .tokenRefused),
            (.json(401, page), .remote(.undecodable)), (.json(401, page, challenge), .remote(.undecodable)),
            (.json(401, #"{"error":"mapped_code"}"#), .remote(.serverError)),
            (.json(401, #"{"error":"invalid_client"}"#), refused("invalid_client")),
            (.json(401, #"{"error":"temporarily_unavailable"}"#), refused("temporarily_unavailable")),
        ] as [(HTTPResponse, AccountServiceFailure)]
    )
    func `only an explicit refusal of the refresh token ends the session`(
        response: HTTPResponse,
        failure: AccountServiceFailure
    ) async throws {
        let members = #"""
            "response":{"codes":{"mapped_code":"server-error"}},
            "refresh":{"method":"POST","path":"/r","token":{"json":"t"}}
            """#
        let sut = try service(members, response)
        await #expect(throws: failure) {
            try await sut.refresh(.stub(tokens: TokenSet(AccessToken("a"), refresh: RefreshToken("r"))))
        }
    }

    @Test(arguments: [("", false), (#""cookies":{"r":"$refreshToken"},"#, true)])
    func `a request before a refresh refuses no refresh token that it does not have`(members: String, isRefusal: Bool)
        async throws
    {
        let sut = try service(
            #"""
            "signIn":{"method":"POST","path":"/in","token":{"json":"t"},"refreshToken":{"json":"r"}},
            "refresh":{"method":"POST","path":"/r","token":{"json":"t"},"body":{"r":"$refreshToken","c":"$csrf"},
            "before":[{\#(members)"method":"GET","path":"/csrf","capture":{"csrf":{"json":"c"}}}]}
            """#,
            .json(401, "{}")
        )
        await #expect(throws: isRefusal ? AccountServiceFailure.tokenRefused : .remote(.pathError)) {
            try await sut.refresh(.stub(tokens: TokenSet(AccessToken("a"), refresh: RefreshToken("r"))))
        }
    }

    @Test(
        arguments: [
            (#""body":{"r":"$refreshToken"}"#, false), (#""body":{"t":"$accessToken"}"#, true), (#""body":{}"#, true),
            (
                #""before":[{"method":"GET","path":"/","headers":{"R":"$refreshToken"},"capture":{"c":{"json":"t"}}}]"#,
                false
            ),
        ]
    )
    func `a session without a refresh token can be refreshed if the request has none`(members: String, canRefresh: Bool)
        async throws
    {
        let sut = try service(
            #"""
            "signIn":{"method":"POST","path":"/in","token":{"json":"t"},"refreshToken":{"json":"r"}},
            "refresh":{"method":"POST","path":"/r","token":{"json":"t"},\#(members)}
            """#,
            .json(200, #"{"t":"new"}"#)
        )
        let without = Session.stub(tokens: TokenSet(AccessToken("a")))
        #expect(sut.canRefresh(without) == canRefresh)
        #expect((try? await sut.refresh(without)) == (canRefresh ? TokenSet(AccessToken("new")) : nil))
        #expect(sut.canRefresh(.stub(tokens: TokenSet(AccessToken("a"), refresh: RefreshToken("r")))))
        #expect(try !service("", .json(200)).canRefresh(without))
    }

    private static let unheard: [(HTTPResponse, AccountServiceFailure)] = [
        (.json(400, page), .remote(.undecodable)), (.json(401, page), .remote(.undecodable)),
        (.json(403, page), .remote(.undecodable)),
        (.json(422, page), .remote(.undecodable)), (.json(404, page), .remote(.undecodable)),
        (.json(410, page), .remote(.undecodable)),
        (.json(400, #"{"error":"invalid_client"}"#), .remote(.serverError)),
        (.json(401, #"{"error":"temporarily_unavailable"}"#), .remote(.serverError)),
    ]

    private static let heard: [(HTTPResponse, AccountServiceFailure)] = [
        (.json(401, ""), .tokenRefused), (.json(401, "{}"), .tokenRefused),
        (.json(401, page, challenge), .tokenRefused), (.json(401, "Unauthorized", line), .tokenRefused),
        (.json(400, ""), refused()), (.json(403, "{}"), refused()), (.json(404, ""), refused()),
        (.json(404, "{}"), refused()), (.json(410, ""), refused()),
        (.json(400, #"{"error":"unsupported_token_type"}"#), refused("unsupported_token_type")),
    ]

    @Test(arguments: unheard + heard, [SignOutScope.thisDevice, .everywhere])
    func `a page at a sign-out, or an answer about the app, is not one about the session`(
        answer: (response: HTTPResponse, failure: AccountServiceFailure),
        scope: SignOutScope
    ) async throws {
        let members = #"""
            "signOut":{"method":"POST","path":"/o"},"signOutEverywhere":{"method":"POST","path":"/o"},
            "refresh":{"method":"POST","path":"/r","token":{"json":"t"}}
            """#
        let sut = try service(members, answer.response)
        await #expect(throws: answer.failure) {
            try await sut.revoke(.stub(), scope: scope)
        }
    }

    @Test(
        arguments: [
            (.json(401, page), false), (.json(401, ""), true), (.json(401, "{}"), true),
            (.json(401, page, challenge), true), (.json(401, "Unauthorized", line), true),
        ] as [(HTTPResponse, Bool)],
        [true, false]
    )
    func `a page with 401 refuses the token of a request only if a refresh follows, which decides`(
        answer: (response: HTTPResponse, isRefusal: Bool),
        isRefreshed: Bool
    ) async throws {
        let refused = MessageLog<AccessToken>()
        let refresh = isRefreshed ? #","refresh":{"method":"POST","path":"/r","token":{"json":"t"}}"# : ""
        var sut = try service(#""signOutOtherDevices":{"method":"POST","path":"/o"}"# + refresh, answer.response)
        sut.tokenRefused = { refused.append($0) }
        let isRefusal = answer.isRefusal || isRefreshed
        await #expect(throws: isRefusal ? AccountServiceFailure.tokenRefused : .remote(.undecodable)) {
            try await sut.revoke(.stub(), scope: .otherDevices)
        }
        #expect(refused.messages == (isRefusal ? [Session.stub().token] : []))
    }
}
