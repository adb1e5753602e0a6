import AccountFlowTesting
import AccountFlowTransportTesting
import Domain
import Networking
import Testing

struct RemoteSignUpTests {
    private func register(_ transport: any HTTPTransport) async throws -> RegistrationError? {
        let registration = try Registration.stub()
        let service = RemoteAccountService(api: .s3(at: try HTTPURL("https://example.com")), transport: transport)
        do throws(RegistrationError) {
            _ = try await service.register(registration)
            return nil
        } catch {
            return error
        }
    }

    @Test func `S3.1 sign-up sends id, password, name, e-mail and phone as JSON`() async throws {
        let server = ScriptedServer(.json(200, #"{"success":true}"#))
        _ = try await register(server.transport)
        let request = try #require(server.requests.first)
        #expect(request.method == .post)
        #expect(
            try JSONValue(reading: request.body)
                == .object([
                    "id": .string("abcdef@gmail.com"), "password": .string("p4ss word\"값"), "name": .string("김철수"),
                    "email": .string("kim@example.com"), "phone": .string("010-1234-5678"),
                ])
        )
    }

    @Test(arguments: [
        (#"{"status":200,"success":true,"message":"완료"}"#, 200, true, "완료"), ("{}", -1, false, ""),
        (#"{"status":"200","success":1,"message":null}"#, -1, false, ""),
        (#"{"status":1.5,"success":"true","message":["a"]}"#, -1, false, ""),
        (#"{"status":400,"extra":{}}"#, 400, false, ""), ("[]", -1, false, ""), ("null", -1, false, ""),
        (#"{"Status":1,"SUCCESS":true,"Message":"a"}"#, -1, false, ""),
    ])
    func `S3.2 missing or mistyped members become -1, false and an empty text`(
        body: String,
        status: Int,
        success: Bool,
        message: String
    ) throws {
        let api = AccountAPI.s3(at: try HTTPURL("https://example.com"))
        let outcome = ResponseOutcome(
            try JSONValue(reading: Array(body.utf8)),
            format: try #require(api[.signUp]).response
        )
        #expect(outcome.status == status)
        #expect(outcome.success == success)
        #expect(outcome.message.text == message)
    }

    @Test(
        arguments: [
            (200, #"{"status":200,"success":true,"message":"ok"}"#, nil),
            (
                200, #"{"status":409,"success":false,"message":"이미 있는 아이디입니다"}"#,
                .service(.remote(.refused(ServerMessage("이미 있는 아이디입니다"), field: nil)))
            ),
            (200, "{}", .service(.remote(.refused(.none, field: nil)))), (200, "", .service(.remote(.pathError))),
            (200, "<html>", .service(.remote(.pathError))), (200, "[true]", .service(.remote(.pathError))),
            (200, "{\"success\":true", .service(.remote(.pathError))), (400, "{}", .service(.remote(.pathError))),
            (500, "{}", .service(.remote(.serverError))), (500, "<html>", .service(.remote(.serverError))),
            (201, #"{"success":true}"#, .service(.remote(.pathError))), (204, "", .service(.remote(.pathError))),
            (303, "", .service(.remote(.pathError))), (401, "{}", .service(.remote(.pathError))),
            (404, "{}", .service(.remote(.pathError))),
            (409, "{}", .service(.remote(.pathError))), (429, "{}", .service(.remote(.pathError))),
            (503, "{}", .service(.remote(.pathError))),
        ] as [(Int, String, RegistrationError?)]
    )
    func `S3.3 every reply maps to one outcome`(code: Int, body: String, outcome: RegistrationError?) async throws {
        #expect(try await register(ScriptedServer(.json(code, body)).transport) == outcome)
    }

    @Test(
        arguments: [
            (.unreachable, .network(.unreachable)), (.tlsFailed, .network(.notSecure)),
            (.transportUnavailable, .network(.unavailable)), (.timedOut, .outcomeUnknown),
            (.truncated, .outcomeUnknown), (.invalidResponse, .outcomeUnknown),
            (.tooLarge(maximumBytes: 1), .outcomeUnknown),
        ] as [(TransportError, RemoteFailure)]
    )
    func `S3.3 a missing reply is a network failure, unless the server may have acted`(
        error: TransportError,
        failure: RemoteFailure
    ) async throws {
        #expect(try await register(HTTPTransportStub(.failure(error))) == .service(.remote(failure)))
    }

    @Test func `an operation that the server lacks is reported as not offered`() async throws {
        let service = try AccountAPI.s0(at: HTTPURL("https://example.com")).service(ScriptedServer().transport)
        await #expect(throws: RegistrationError.service(.notOffered)) { try await service.register(.stub()) }
        await #expect(throws: AccountServiceFailure.notOffered) {
            try await service.deleteAccount(of: .stub())
        }
    }

    @Test(
        arguments: [
            (
                #"{"errors":{"email":["has already been taken","x"],"password":["is too short"]}}"#,
                ServerRefusal(fieldMessages: [
                    .id: [ServerMessage("has already been taken"), ServerMessage("x")],
                    .password: [ServerMessage("is too short")],
                ])
            ),
            (#"{"errors":{"password":"bad"}}"#, ServerRefusal(fieldMessages: [.password: [bad]])),
            (#"{"errors":{"captcha":["is wrong"]}}"#, ServerRefusal(ServerMessage("captcha: is wrong"))),
            (
                #"{"type":"about:blank","title":"T","detail":"Your form is wrong."}"#,
                ServerRefusal(ServerMessage("Your form is wrong."))
            ),
            (
                ##"{"title":"T","errors":[{"detail":"bad","pointer":"#/user/username"}]}"##,
                ServerRefusal(ServerMessage("T"), fieldMessages: [.nickname: [bad]])
            ),
            (
                ##"{"title":"T","errors":[{"message":"bad","field":"password"}]}"##,
                ServerRefusal(ServerMessage("T"), fieldMessages: [.password: [bad]])
            ),
            (
                #"{"errors":{"user":{"captcha":[],"username":["bad"]}}}"#,
                ServerRefusal(fieldMessages: [.nickname: [bad]])
            ),
            (
                #"{"errors":{"password":[{"code":7,"message":"bad"}]}}"#,
                ServerRefusal(fieldMessages: [.password: [bad]])
            ),
            (#"{"errors":[{"reason":"bad","name":"email"}]}"#, ServerRefusal(fieldMessages: [.id: [bad]])),
            (#"{"errors":[{"msg":"bad","loc":["body","email"]}]}"#, ServerRefusal(fieldMessages: [.id: [bad]])),
            (#"{"errors":[{"msg":"bad","path":"email"}]}"#, ServerRefusal(fieldMessages: [.id: [bad]])),
            (#"{"errors":[{"defaultMessage":"bad","loc":[1]}]}"#, ServerRefusal(bad)),
            (#"{"errors":["no"]}"#, ServerRefusal(ServerMessage("no"))),
            (#"{"errors":7,"title":"Only a title"}"#, ServerRefusal(ServerMessage("Only a title"))),
            ("{}", ServerRefusal()),
            // Django REST framework
            (
                #"{"email":["taken"],"non_field_errors":["Log in first."]}"#,
                ServerRefusal(ServerMessage("Log in first."), fieldMessages: [.id: [taken]])
            ),
            // FastAPI
            (
                #"{"detail":[{"loc":["body","password"],"msg":"bad","type":"value_error"},{"loc":["body","email"],"msg":"taken"}]}"#,
                ServerRefusal(fieldMessages: [.password: [bad], .id: [taken]])
            ),
            (#"{"detail":{"code":"REGISTER_INVALID_PASSWORD","reason":"bad"}}"#, ServerRefusal(bad)),
            // Spring
            (
                #"{"status":400,"error":"Bad Request","message":"Invalid","errors":[{"field":"email","defaultMessage":"taken"}]}"#,
                ServerRefusal(ServerMessage("Invalid"), fieldMessages: [.id: [taken]])
            ),
            // JSON:API
            (
                #"{"errors":[{"source":{"pointer":"/data/attributes/email"},"title":"T","detail":"taken"}]}"#,
                ServerRefusal(fieldMessages: [.id: [taken]])
            ),
            // NestJS
            (
                #"{"statusCode":400,"message":["email taken","password bad"],"error":"Bad Request"}"#,
                ServerRefusal(
                    ServerMessage("email taken"),
                    fieldMessages: [.id: [ServerMessage("email taken")], .password: [ServerMessage("password bad")]]
                )
            ),
            // ASP.NET
            (
                #"{"title":"One or more errors.","status":400,"errors":{"PasswordTooShort":["bad"]}}"#,
                ServerRefusal(ServerMessage("One or more errors."))
            ),
            (#"[{"code":"PasswordTooShort","description":"bad"}]"#, ServerRefusal(bad)),
            // zod and Strapi
            (
                #"{"issues":[{"code":"too_small","path":["password"],"message":"bad"}]}"#,
                ServerRefusal(fieldMessages: [.password: [bad]])
            ),
            (
                #"{"data":null,"error":{"status":400,"name":"ValidationError","message":"2 errors","details":{"errors":[{"path":["email"],"message":"taken"}]}}}"#,
                ServerRefusal(ServerMessage("2 errors"), fieldMessages: [.id: [taken]])
            ),
            (
                #"{"success":false,"error":{"name":"ZodError","issues":[{"path":["password"],"message":"bad"}]}}"#,
                ServerRefusal(fieldMessages: [.password: [bad]])
            ),
            (
                #"{"formErrors":["Log in first."],"fieldErrors":{"email":["taken"]}}"#,
                ServerRefusal(ServerMessage("Log in first."), fieldMessages: [.id: [taken]])
            ),
            (
                #"{"error":{"formErrors":[],"fieldErrors":{"password":["bad"]}}}"#,
                ServerRefusal(fieldMessages: [.password: [bad]])
            ),
            (
                ##"{"errors":[{"pointer":"#/email/0","detail":"taken"},{"path":["password",1],"message":"bad"}]}"##,
                ServerRefusal(fieldMessages: [.id: [taken], .password: [bad]])
            ),
            // OAuth 2
            (
                #"{"error":"invalid_request","error_description":"bad"}"#, ServerRefusal(bad)
            ),
            // an error as text, Matrix, Keycloak, GoTrue
            (#"{"error":"bad"}"#, ServerRefusal(bad)),
            (#"{"errcode":"M_USER_IN_USE","error":"taken"}"#, ServerRefusal(taken)),
            (#"{"errorMessage":"taken"}"#, ServerRefusal(taken)),
            (#"{"code":422,"error_code":"weak_password","msg":"bad"}"#, ServerRefusal(bad)),
            // PocketBase
            (
                #"{"status":400,"message":"Failed.","data":{"email":{"code":"not_unique","message":"taken"}}}"#,
                ServerRefusal(ServerMessage("Failed."), fieldMessages: [.id: [taken]])
            ),
        ] as [(String, ServerRefusal)]
    )
    func `a refused sign-up reports every message of the server`(body: String, refusal: ServerRefusal) async throws {
        let service = try APIDescriptions.articles.service(ScriptedServer(.json(422, body)).transport)
        await #expect(throws: RegistrationError.service(.remote(.refused(refusal)))) {
            try await service.register(.stub())
        }
    }

    @Test(
        arguments: [
            #"[{"code":"InvalidUserName","description":"taken"},{"code":"PasswordTooShort","description":"bad"}]"#,
            #"{"errors":{"InvalidUserName":["taken"],"PasswordTooShort":["bad"]}}"#,
            #"{"errors":{"UserName":["taken"],"Password":["bad"]}}"#,
        ]
    )
    func `every message is at the field of its code or its name`(body: String) async throws {
        let text = #"""
            {"response":{"codes":{"InvalidUserName":{"field":"id"},"Password*":{"field":"password"}}},
            "signUp":{"method":"POST","path":"/up","body":{"userName":"$id","password":"$password"}}}
            """#
        let api = try AccountAPI(describedBy: Array(text.utf8), baseURL: APIDescriptions.base)
        let service = api.service(ScriptedServer(.json(422, body)).transport)
        let refusal = ServerRefusal(fieldMessages: [.id: [Self.taken], .password: [Self.bad]])
        await #expect(throws: RegistrationError.service(.remote(.refused(refusal)))) {
            try await service.register(.stub())
        }
    }

    private static let bad = ServerMessage("bad")
    private static let taken = ServerMessage("taken")
}
