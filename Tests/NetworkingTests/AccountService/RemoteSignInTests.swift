import AccountFlowTesting
import AccountFlowTransportTesting
import Domain
import Foundation
import Networking
import Testing

struct RemoteSignInTests {
    private static let base = "https://example.com/api"

    private func signIn(
        _ transport: any HTTPTransport,
        api: (HTTPURL) -> AccountAPI = AccountAPI.s0,
        password: String = "password1"
    ) async throws -> Result<Authentication, AuthenticationError> {
        let service = api(try HTTPURL(Self.base)).service(transport, dates: .constant(.stub))
        do throws(AuthenticationError) {
            switch try await service.authenticate(.stub(), password: Password(password)) {
            case .authenticated(let authentication): return .success(authentication)
            case .challenge: return .failure(.service(.notOffered))
            }
        } catch {
            return .failure(error)
        }
    }

    @Test(arguments: [
        "password1", "with \"quotes\" \\ and /", "비밀번호 e\u{301}", " spaces ", "a\u{0}b\r\n", "",
        "ID=abcdef@gmail.com",
    ])
    func `S0.3 sign-in posts the ID and the password as JSON, with the password's exact bytes`(password: String)
        async throws
    {
        let server = ScriptedServer(.json(200, "", ("accessToken", "t1")))
        _ = try await signIn(server.transport, password: password)
        let request = try #require(server.requests.first)
        #expect(request.method == .post)
        #expect(request.url == (try HTTPURL("https://example.com/api/account")))
        #expect(request.fields[.contentType] == ["application/json"])
        let body = try JSONValue(reading: request.body)
        #expect(body == .object(["id": .string("abcdef@gmail.com"), "password": .string(password)]))
        // Swift compares canonical equivalence, not bytes.
        #expect(body.members?["password"]?.text.map { Array($0.utf8) } == Array(password.utf8))
        #expect(server.requests.count == 1)
    }

    @Test(
        arguments: [(nil, false), (.confirmByLink, true), (.confirmByCode, true), (.totpRequired, false)]
            as [(ResponseKind?, Bool)]
    )
    func `a description says whether an address has to be confirmed`(kind: ResponseKind?, isRequired: Bool) throws {
        for action in [AccountAction.signUp, .signIn] {
            var api = AccountAPI.s3(at: try HTTPURL(Self.base))
            if let kind { api[action]?.response.statuses[403] = kind }
            #expect(api.requiresConfirmation == isRequired)
        }
    }

    @Test func `S0.3 a description can send the ID and the password in headers`() async throws {
        let server = ScriptedServer(.json(200, "", ("accessToken", "t1")))
        let (id, password) = (try HTTPFieldName("X-ID"), try HTTPFieldName("X-Password"))
        let api = { (base: HTTPURL) in
            var api = AccountAPI.s0(at: base)
            api[.signIn]?.request.headers = [id: "$id", password: "$password"]
            api[.signIn]?.request.body = nil
            return api
        }
        _ = try await signIn(server.transport, api: api)
        let request = try #require(server.requests.first)
        #expect(request.fields[id] == ["abcdef@gmail.com"])
        #expect(request.fields[password] == ["password1"])
        #expect(request.body == [])
    }

    @Test(arguments: [
        (200, "accessToken"), (201, "accesstoken"), (204, "ACCESSTOKEN"), (299, "AccessToken"),
        (202, "aCCESStOKEN"),
    ])
    func `S0.3 any 2xx is success, with the token in a header of any letter case`(code: Int, name: String) async throws
    {
        let server = ScriptedServer(.json(code, "no JSON", (name, "t1")))
        #expect(
            try await signIn(server.transport)
                == .success(Authentication(accountID: .stub(), profile: Profile(), tokens: TokenSet(AccessToken("t1"))))
        )
    }

    @Test(
        arguments: [
            [], [("accessToken", "")], [("access-token", "t1")], [("Set-Cookie", "accessToken=t1")],
            [("accessToken", "t 1")], [("accessToken", "tök")],
        ] as [[(String, String)]]
    )
    func `S0.4 a 2xx without a usable token is a typed error`(fields: [(String, String)]) async throws {
        let server = ScriptedServer(HTTPResponse(.ok, fields: try HTTPFields(fields)))
        #expect(try await signIn(server.transport) == .failure(.service(.remote(.tokenMissing))))
    }

    @Test(
        arguments: [
            (400, .service(.remote(.refused(.none, field: nil)))), (401, .invalidCredentials),
            (403, .service(.remote(.refused(.none, field: nil)))), (404, .service(.remote(.pathError))),
            (409, .service(.remote(.refused(.none, field: nil)))), (418, .service(.remote(.pathError))),
            (422, .service(.remote(.refused(.none, field: nil)))),
            (429, .service(.remote(.throttled(retryAfter: nil)))),
            (500, .service(.remote(.serverError))), (503, .service(.remote(.serverError))),
            (599, .service(.remote(.serverError))), (302, .service(.remote(.pathError))),
        ] as [(Int, AuthenticationError)]
    )
    func `S0.4 every other status is a typed error`(code: Int, error: AuthenticationError) async throws {
        #expect(try await signIn(ScriptedServer(.json(code, "<html>")).transport) == .failure(error))
    }

    @Test(
        arguments: [
            (.unreachable, .remote(.network(.unreachable))), (.tlsFailed, .remote(.network(.notSecure))),
            (.timedOut, .remote(.network(.timedOut))), (.truncated, .remote(.network(.broken))),
            (.transportUnavailable, .remote(.network(.unavailable))),
            (.tooLarge(maximumBytes: 1), .remote(.undecodable)),
            (.invalidResponse, .remote(.undecodable)), (.cancelled, .cancelled),
        ] as [(TransportError, AccountServiceFailure)]
    )
    func `S0.4 a missing reply is a typed error`(error: TransportError, failure: AccountServiceFailure) async throws {
        #expect(try await signIn(HTTPTransportStub(.failure(error))) == .failure(.service(failure)))
    }

    @Test(
        arguments: [
            (429, "30", .seconds(30)), (503, "30", .seconds(30)), (429, "-1", nil), (429, "99999999999999999999", nil),
            (429, "soon", nil), (429, "Sun, 16 Nov 2025 12:27:00 GMT", .seconds(20)),
            (429, "Sunday, 16-Nov-25 12:27:00 GMT", .seconds(20)), (429, "Sun Nov 16 12:27:00 2025", .seconds(20)),
            (429, "Sun, 16 Nov 2025 12:00:00 GMT", .zero), (429, "Sun, 16 Nov 2925 12:00:00 GMT", nil),
        ] as [(Int, String, Duration?)]
    )
    func `S3.3 the wait of a throttled reply is given in seconds or as a date`(
        code: Int,
        value: String,
        expected: Duration?
    ) async throws {
        let server = ScriptedServer(.json(code, "", ("Retry-After", value)))
        let service = RemoteAccountService(
            api: .s0(at: try HTTPURL(Self.base)),
            transport: server.transport,
            // 16 November 2025, 12:26:40 UTC.
            dates: .constant(Date(timeIntervalSince1970: 1_763_296_000))
        )
        await #expect(throws: AuthenticationError.service(.remote(.throttled(retryAfter: expected)))) {
            try await service.authenticate(.stub(), password: Password("p"))
        }
    }

    /// An API that reports success, and the reason of a failure as a number, in the body.
    private static let numbered = """
        {
          "response": {
            "success": "meta.ok", "messages": "meta.text",
            "code": "meta.code", "codes": {"-1004": "invalid-credentials", "17": "throttled"}
          },
          "signIn": {
            "method": "POST", "path": "/login", "body": {"user": "$id", "pin": "$password"},
            "token": {"header": "X-Token"}
          }
        }
        """

    @Test(
        arguments: [
            (200, #"{"meta":{"ok":true}}"#, nil), (201, #"{"meta":{"ok":true}}"#, nil), (204, "", nil),
            (200, #"{"meta":{"ok":false,"text":"no"}}"#, .service(.remote(.refused(ServerMessage("no"), field: nil)))),
            (200, "{}", .service(.remote(.refused(.none, field: nil)))), (200, "", .service(.remote(.undecodable))),
            (200, #"{"meta":{"ok":false,"code":-1004}}"#, .invalidCredentials),
            (400, #"{"meta":{"ok":false,"code":17}}"#, .service(.remote(.throttled(retryAfter: nil)))),
            (400, #"{"meta":{"ok":false,"code":17.0}}"#, .service(.remote(.refused(.none, field: nil)))),
        ] as [(Int, String, AuthenticationError?)]
    )
    func `S3.3 a body that denies success is an error, and a code may be a number`(
        code: Int,
        body: String,
        error: AuthenticationError?
    ) async throws {
        let server = ScriptedServer(.json(code, body, ("X-Token", "t1")))
        let result = try await signIn(server.transport) { base in
            // `numbered` is a valid description, so the default is not used.
            (try? AccountAPI(describedBy: Array(Self.numbered.utf8), baseURL: base)) ?? .s0(at: base)
        }
        switch error {
        case let error?: #expect(result == .failure(error))
        case nil: #expect(try result.get().tokens.access == AccessToken("t1"))
        }
    }

    @Test(
        arguments: [
            (#"{"status":200,"success":true,"message":"ok","data":{"token":"t1"}}"#, nil),
            (#"{"success":true,"data":{"token":7}}"#, .tokenMissing), (#"{"success":true}"#, .tokenMissing),
            (#"{"success":false,"message":"비밀번호가 틀렸습니다"}"#, .refused(ServerMessage("비밀번호가 틀렸습니다"), field: nil)),
            (#"{"success":"true"}"#, .refused(.none, field: nil)), ("[]", .pathError),
        ] as [(String, RemoteFailure?)]
    )
    func `S3.2 the outcome and the token of a sign-in are in the body`(body: String, failure: RemoteFailure?)
        async throws
    {
        let result = try await signIn(ScriptedServer(.json(200, body)).transport, api: AccountAPI.s3)
        if let failure {
            #expect(result == .failure(.service(.remote(failure))))
        } else {
            #expect(try result.get().tokens.access == AccessToken("t1"))
        }
    }
}
