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
            format: try #require(api.signUp).response
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
            (401, "{}", .service(.remote(.pathError))), (404, "{}", .service(.remote(.pathError))),
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
            (.tooLarge(maximumUTF8Length: 1), .outcomeUnknown),
            (.unexpectedRedirect(.ok), .pathError),
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
        await #expect(throws: RegistrationError.service(.remote(.notOffered))) { try await service.register(.stub()) }
        await #expect(throws: AccountServiceFailure.remote(.notOffered)) {
            try await service.deleteAccount(of: .stub())
        }
    }

    @Test(
        arguments: [
            (
                #"{"errors":{"email":["has already been taken","x"],"password":["is too short"]}}"#,
                .refused(ServerMessage("has already been taken"), field: .id)
            ),
            (#"{"errors":{"password":"is too short"}}"#, .refused(ServerMessage("is too short"), field: .password)),
            (#"{"errors":{"captcha":["is wrong"]}}"#, .refused(ServerMessage("captcha: is wrong"), field: nil)),
            (
                #"{"type":"about:blank","title":"T","detail":"Your form is wrong."}"#,
                .refused(ServerMessage("Your form is wrong."), field: nil)
            ),
            (
                ##"{"title":"T","errors":[{"detail":"too long","pointer":"#/user/username"}]}"##,
                .refused(ServerMessage("too long"), field: .nickname)
            ),
            (
                ##"{"title":"T","errors":[{"message":"bad","field":"password"}]}"##,
                .refused(ServerMessage("bad"), field: .password)
            ),
            (
                #"{"errors":{"user":{"captcha":[],"username":["is taken"]}}}"#,
                .refused(ServerMessage("is taken"), field: .nickname)
            ),
            (
                #"{"errors":{"password":[{"code":7,"message":"is weak"}]}}"#,
                .refused(ServerMessage("is weak"), field: .password)
            ),
            (#"{"errors":[{"reason":"bad","name":"email"}]}"#, .refused(ServerMessage("bad"), field: .id)),
            (#"{"errors":[{"msg":"bad","loc":["body","email"]}]}"#, .refused(ServerMessage("bad"), field: .id)),
            (#"{"errors":[{"msg":"bad","path":"email"}]}"#, .refused(ServerMessage("bad"), field: .id)),
            (#"{"errors":[{"defaultMessage":"bad","loc":[1]}]}"#, .refused(ServerMessage("bad"), field: nil)),
            (#"{"errors":["no"]}"#, .refused(ServerMessage("no"), field: nil)),
            (#"{"errors":7,"title":"Only a title"}"#, .refused(ServerMessage("Only a title"), field: nil)),
            ("{}", .refused(.none, field: nil)),
        ] as [(String, RemoteFailure)]
    )
    func `a refused sign-up reports its field and the server's message`(body: String, failure: RemoteFailure)
        async throws
    {
        let service = try APIDescriptions.articles.service(ScriptedServer(.json(422, body)).transport)
        await #expect(throws: RegistrationError.service(.remote(failure))) { try await service.register(.stub()) }
    }
}
