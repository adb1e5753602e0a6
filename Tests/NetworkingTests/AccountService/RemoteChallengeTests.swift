import AccountFlowTesting
import AccountFlowTransportTesting
import Domain
import Foundation
import Networking
import Persistence
import Testing

/// Tests of the steps that a described server asks for.
struct RemoteChallengeTests {
    private static let description = """
        {
          "response": {
            "codes": {
              "link": "confirm-by-link", "code": "confirm-by-code", "mail": "link-required", "sms": "code-required",
              "app": "totp-required", "old": "expired", "again": "used", "locked": "too-many-attempts",
              "gone": "token-refused", "forgotten": "gone"
            }
          },
          "signUp": {
            "method": "POST", "path": "/up", "body": {"id": "$id", "p": "$password"},
            "token": {"json": "t"}, "challenge": {"destination": "to"}
          },
          "signIn": {
            "method": "POST", "path": "/in", "body": {"id": "$id", "p": "$password"}, "token": {"json": "t"},
            "challenge": {
              "capture": {"step": {"json": "step"}}, "destination": "to", "length": 6, "lifetime": "valid",
              "resendAfter": "wait", "attemptsLeft": "left"
            }
          },
          "verify": {
            "method": "POST", "path": "/verify", "body": {"id": "$id", "code": "$code", "uid": "$uid"},
            "token": {"json": "t"}, "challenge": {"attemptsLeft": "left"}
          },
          "resendVerification": {"method": "POST", "path": "/verify/again", "body": {"id": "$id"}},
          "answerChallenge": {
            "method": "POST", "path": "/step", "body": {"step": "$step", "code": "$code"}, "token": {"json": "t"},
            "challenge": {"attemptsLeft": "left"}
          },
          "resendChallenge": {
            "method": "POST", "path": "/step/again", "body": {"step": "$step"}, "challenge": {"attemptsLeft": "left"}
          },
          "cancelChallenge": {"method": "DELETE", "path": "/step/{step}"}
        }
        """

    private static let kinds: [(kind: ResponseKind, code: String)] = [
        (.confirmByLink, "link"), (.confirmByCode, "code"), (.linkRequired, "mail"), (.codeRequired, "sms"),
        (.totpRequired, "app"),
    ]

    private static func api() throws -> AccountAPI {
        try AccountAPI(describedBy: Array(description.utf8), baseURL: APIDescriptions.base)
    }

    private let clock = ManualClock()

    /// Returns a service, and the step that a sign-in with this response begins.
    private func begin(
        _ body: String,
        then responses: HTTPResponse...
    ) async throws -> (service: RemoteAccountService, server: ScriptedServer, challenge: Challenge) {
        let server = ScriptedServer([.json(401, body)] + responses)
        let service = try Self.api().service(server.transport, keys: .sequential(), dates: clock.dates)
        guard case .challenge(let challenge) = try await service.authenticate(.stub("kim"), password: Password("p"))
        else { throw Missing() }
        return (service, server, challenge)
    }

    private struct Missing: Error {}

    private func answer(_ service: RemoteAccountService, _ challenge: Challenge) async -> ChallengeError? {
        do throws(ChallengeError) {
            _ = try await service.answer(challenge, with: AccountConfirmation(code: "123456", uid: "MQ"))
            return nil
        } catch {
            return error
        }
    }

    // MARK: Reading steps

    @Test(
        arguments: [
            ("link", .link(destination: "k***@x.com"), .addressConfirmation),
            ("code", .code(length: 6, destination: "k***@x.com"), .addressConfirmation),
            ("mail", .link(destination: "k***@x.com"), .secondFactor),
            ("sms", .code(length: 6, destination: "k***@x.com"), .secondFactor), ("app", .totp, .secondFactor),
        ] as [(String, Challenge.Kind, Challenge.Purpose)]
    )
    func `a step has the parts that the response describes`(
        code: String,
        kind: Challenge.Kind,
        purpose: Challenge.Purpose
    ) async throws {
        let body = #"{"code":"\#(code)","step":"s1","to":"k***@x.com","valid":600,"wait":"30","left":2}"#
        let challenge = try await begin(body).challenge
        let expected = Challenge(
            id: challenge.id,
            accountID: .stub("kim"),
            kind: kind,
            purpose: purpose,
            sentAt: .stub,
            resendAt: kind == .totp ? nil : .stub + 30,
            expiresAt: .stub + 600,
            attemptsLeft: 2
        )
        #expect(challenge == expected)
    }

    @Test(
        arguments: [
            (#"{"code":"sms","to":"k"}"#, nil), (#"{"code":"sms","step":"s","to":"k","valid":-1}"#, nil),
            (
                #"{"code":"sms","step":"s","to":" \u001b[2J ","wait":null,"left":-1}"#,
                .code(length: 6, destination: "[2J")
            ),
        ] as [(String, Challenge.Kind?)]
    )
    func `a step without its token is undecodable, and unsafe text is removed`(body: String, kind: Challenge.Kind?)
        async throws
    {
        guard let kind else {
            await #expect(throws: AuthenticationError.service(.remote(.undecodable))) { try await begin(body) }
            return
        }
        let challenge = try await begin(body).challenge
        #expect(challenge.kind == kind && challenge.attemptsLeft == nil && challenge.resendAt == .stub + 60)
    }

    @Test(arguments: [("{}", 2), (#"{"left":5}"#, 5)])
    func `a message that is sent again leaves the attempts, unless the server says otherwise`(
        body: String,
        left: Int
    ) async throws {
        let (service, _, challenge) = try await begin(
            #"{"code":"sms","step":"s1","left":2}"#,
            then: .json(200, body)
        )
        #expect(try await service.resend(challenge).attemptsLeft == left)
    }

    @Test func `a response with a token asks for no step`() async throws {
        let service = try Self.api().service(ScriptedServer(.json(200, #"{"code":"link","t":"t1"}"#)).transport)
        guard case .authenticated = try await service.register(.stub()) else { throw Missing() }
    }

    @Test(arguments: ["link", "sms"])
    func `another request that gets the meaning of a step is refused`(code: String) async throws {
        let server = ScriptedServer(.json(401, #"{"code":"\#(code)","step":"s"}"#))
        let error = await #expect(throws: ResendError.self) {
            try await Self.api().service(server.transport).resend(
                Challenge(
                    id: ChallengeID("1"),
                    accountID: .stub(),
                    kind: .link(destination: nil),
                    purpose: .addressConfirmation,
                    sentAt: .stub
                )
            )
        }
        guard case .service(.remote(.refused)) = error else { throw Missing() }
    }

    @Test func `after a lost response, a step at the sign-in proves that the sign-up succeeded`() async throws {
        let server = ScriptedServer(
            .json(503),
            .json(409),
            .json(401, #"{"code":"code","step":"s"}"#)
        )
        let service = try Self.api().service(server.transport)
        await #expect(throws: RegistrationError.self) { try await service.register(.stub()) }
        guard case .challenge(let challenge) = try await service.register(.stub()) else { throw Missing() }
        #expect(challenge.purpose == .addressConfirmation)
    }

    // MARK: Answering

    @Test(
        arguments: [
            (.json(401, #"{"code":"sms","left":1}"#), .wrong(attemptsLeft: nil)),
            (.json(400, #"{"message":"no","left":1}"#), .wrong(attemptsLeft: 1)),
            (.json(401), .wrong(attemptsLeft: nil)),
            (.json(410), .expired), (.json(400, #"{"code":"old"}"#), .expired),
            (.json(400, #"{"code":"again"}"#), .used),
            (.json(403, #"{"code":"locked"}"#), .tooManyAttempts), (.json(401, #"{"code":"gone"}"#), .unknown),
            (.json(404, #"{"code":"forgotten"}"#), .unknown),
            (.json(429, "", ("Retry-After", "60")), .throttled(until: .stub + 60)),
            (.json(429), .throttled(until: nil)),
            (.json(500), .service(.remote(.serverError))), (.json(200, "<html>"), .service(.remote(.undecodable))),
            (.json(404), .service(.remote(.pathError))),
            (.json(410, "<html>"), .service(.remote(.undecodable))),
        ] as [(HTTPResponse, ChallengeError)]
    )
    func `each response to an answer has a typed error`(response: HTTPResponse, error: ChallengeError) async throws {
        for code in ["code", "app"] {
            // A step within an answer needs a token that this response lacks.
            if error == .wrong(attemptsLeft: nil), response.body.count > 2 { continue }
            let (service, _, challenge) = try await begin(#"{"code":"\#(code)","step":"s1"}"#, then: response)
            #expect(await answer(service, challenge) == error, "\(code)")
            // A second factor that is over is not sent again.
            if error.endsChallenge, code == "app" { #expect(await answer(service, challenge) == .unknown) }
        }
    }

    @Test(arguments: ["code", "sms"])
    func `a lost response leaves open whether a code was accepted or a message sent`(code: String) async throws {
        let unknown = AccountServiceFailure.remote(.outcomeUnknown)
        let transport = LoopbackTransport(plan: { number, _ in
            number == 0 ? .immediate : LoopbackBehavior(fault: .responseLost)
        }) { _ in
            .json(401, #"{"code":"\#(code)","step":"s1"}"#)
        }
        let service = try Self.api().service(transport)
        guard case .challenge(let challenge) = try await service.authenticate(.stub("kim"), password: Password("p"))
        else { throw Missing() }
        #expect(await answer(service, challenge) == .service(unknown))
        await #expect(throws: ResendError.service(unknown)) { try await service.resend(challenge) }
    }

    @Test func `a second factor is answered with its token, which is nowhere but in memory`() async throws {
        let (service, server, challenge) = try await begin(
            #"{"code":"sms","step":"c4nary"}"#,
            then: .json(400),
            .json(202),
            .json(200, #"{"t":"t1"}"#)
        )
        #expect(await answer(service, challenge) == .wrong(attemptsLeft: nil))
        #expect(!"\(challenge)\(service)".contains("c4nary"))
        #expect(Mirror(reflecting: challenge).children.allSatisfy { !"\($0.value)".contains("c4nary") })
        clock.advance(by: .seconds(60))
        let sent = try await service.resend(challenge)
        #expect(sent.id == challenge.id && sent.resendAt == .stub + 120)
        let outcome = try await service.answer(sent, with: AccountConfirmation(code: "123456"))
        guard case .authenticated(let authentication) = outcome else { throw Missing() }
        #expect(authentication.accountID == .stub("kim") && authentication.tokens.access == AccessToken("t1"))
        #expect(
            server.requests.dropFirst().map { String(decoding: $0.body, as: UTF8.self) } == [
                #"{"code":"123456","step":"c4nary"}"#, #"{"step":"c4nary"}"#, #"{"code":"123456","step":"c4nary"}"#,
            ]
        )
        // It works once.
        #expect(await answer(service, sent) == .unknown)
    }

    @Test func `another process knows no second factor, but confirms the address`() async throws {
        let begun = try await begin(#"{"code":"sms","step":"s1"}"#)
        let server = ScriptedServer(.json(204))
        let operations = InMemoryPendingOperationRepository()
        let signUp = PendingOperation(action: .register, accountID: .stub("kim"), key: "1", begunAt: .stub)
        _ = await operations.begin(signUp, forgettingBefore: .distantPast)
        let relaunched = try Self.api().service(server.transport, operations)
        #expect(await answer(relaunched, begun.challenge) == .unknown)
        await #expect(throws: ResendError.unknown) { try await relaunched.resend(begun.challenge) }
        #expect(server.requests.isEmpty)

        let confirmation = try #require(
            relaunched.addressConfirmation(of: .stub("kim"), ChallengeID("1"), at: nil, sentAt: .stub)
        )
        #expect(confirmation.resendAt == .stub + 60)
        let outcome = try await relaunched.answer(confirmation, with: AccountConfirmation(code: "123456", uid: "MQ"))
        #expect(outcome == .confirmed)
        #expect(await operations.pending() == [], "the key of the next sign-up must differ")
        #expect(
            server.requests.map { String(decoding: $0.body, as: UTF8.self) }
                == [#"{"code":"123456","id":"kim","uid":"MQ"}"#]
        )
    }

    @Test func `the answer after another message has the token of that message`() async throws {
        let description = Self.description.replacing(
            #"{"step": "$step"}, "challenge": {"attemptsLeft": "left"}"#,
            with: #"{"step": "$step"}, "challenge": {"capture": {"step": {"json": "step"}}}"#
        )
        let server = ScriptedServer(
            .json(401, #"{"code":"sms","step":"s1"}"#),
            .json(200, #"{"step":"s2"}"#),
            .json(200, #"{"t":"t1"}"#)
        )
        let api = try AccountAPI(describedBy: Array(description.utf8), baseURL: APIDescriptions.base)
        let service = api.service(server.transport)
        guard case .challenge(let challenge) = try await service.authenticate(.stub("kim"), password: Password("p"))
        else { throw Missing() }
        #expect(await answer(service, try await service.resend(challenge)) == nil)
        #expect(String(decoding: server.requests[2].body, as: UTF8.self) == #"{"code":"123456","step":"s2"}"#)
    }

    @Test func `a second factor that is accepted without a token confirms nothing`() async throws {
        let (service, _, challenge) = try await begin(
            #"{"code":"sms","step":"s1"}"#,
            then: .json(200, "{}"),
            .json(200, #"{"t":"t1"}"#)
        )
        #expect(await answer(service, challenge) == .service(.remote(.tokenMissing)))
        // The step goes on, so the server can be asked again.
        #expect(await answer(service, challenge) == nil)
    }

    @Test func `a message that needs an unknown address cannot be requested`() async throws {
        var api = try Self.api()
        api[.resendVerification] = Endpoint(.post, "/verify/again", body: ["to": .field(.email)])
        let server = ScriptedServer(.json(204))
        let service = api.service(server.transport)
        func step(_ id: String, at address: EmailAddress? = nil) throws -> Challenge {
            try #require(service.addressConfirmation(of: .stub(id), ChallengeID("1"), at: address, sentAt: .stub))
        }
        #expect(try step("kim").resendAt == nil)
        #expect(try step("kim@x.com").resendAt == .stub + 60)
        let known = try step("kim", at: EmailAddress("kim@y.com"))
        #expect(known.resendAt == .stub + 60)
        let again = try await service.resend(known)
        #expect(String(decoding: server.requests[0].body, as: UTF8.self) == #"{"to":"kim@y.com"}"#)
        #expect(again.address == known.address)
    }

    @Test func `a cancelled second factor is forgotten, also by the server`() async throws {
        let (service, server, challenge) = try await begin(#"{"code":"app","step":"s1"}"#, then: .json(204))
        await service.cancel(challenge)
        await service.cancel(challenge)
        #expect(server.requests.map(\.url.path) == ["/v1/in", "/v1/step/s1"])
        #expect(await answer(service, challenge) == .unknown)
    }

    @Test func `only the last 16 second factors are kept`() async throws {
        let responses = (0..<17).map { HTTPResponse.json(401, #"{"code":"app","step":"s\#($0)"}"#) }
        let server = ScriptedServer(responses + [.json(200, #"{"t":"t"}"#)])
        let service = try Self.api().service(server.transport)
        var challenges: [Challenge] = []
        for _ in responses {
            guard case .challenge(let challenge) = try await service.authenticate(.stub(), password: Password("p"))
            else { throw Missing() }
            challenges.append(challenge)
        }
        #expect(await answer(service, challenges[0]) == .unknown)
        #expect(await answer(service, challenges[1]) == nil)
    }

    @Test func `a server that confirms no addresses has no such step`() throws {
        var api = try Self.api()
        api[.verify] = nil
        let service = api.service(ScriptedServer(.json(204)).transport)
        #expect(service.addressConfirmation(of: .stub(), ChallengeID("1"), at: nil, sentAt: .stub) == nil)
    }

    @Test func `a description whose steps no user can complete has a note`() throws {
        var api = try Self.api()
        #expect(api.notes.isEmpty)
        (api[.verify], api[.answerChallenge]) = (nil, nil)
        #expect(api.notes.count == 2)
    }

    // MARK: The contract

    @Test(arguments: kinds.map(\.kind), ChallengeAnsweringContract.promises)
    func `a service on a server keeps the promises of a step`(
        kind: ResponseKind,
        promise: ContractPromise<ChallengeAnsweringContract>
    ) async throws {
        let api = try Self.api()
        try await promise.verify(
            ChallengeAnsweringContract {
                let server = InMemoryAccountServer(api, challenge: kind)
                let clock = ManualClock()
                let service = api.service(LoopbackTransport(server), dates: clock.dates)
                let registration = try Registration.stub()
                let outcome = try await service.register(registration)
                if case .challenge(let challenge) = outcome { return subject(service, server, challenge, clock) }
                guard
                    case .challenge(let challenge) = try await service.authenticate(
                        registration.id,
                        password: registration.password
                    )
                else { throw Missing() }
                return subject(service, server, challenge, clock)
            }
        )
    }

    private func subject(
        _ service: RemoteAccountService,
        _ server: InMemoryAccountServer,
        _ challenge: Challenge,
        _ clock: ManualClock
    ) -> BegunChallenge {
        BegunChallenge(
            service,
            challenge,
            code: { server.code(for: challenge.accountID) ?? "" },
            wait: { clock.advance(by: .seconds(60)) }
        )
    }

    @Test(arguments: kinds.map(\.kind))
    func `the server in this process has an answer to expired, used and many wrong codes`(kind: ResponseKind)
        async throws
    {
        let api = try Self.api()
        let server = InMemoryAccountServer(api, challenge: kind)
        let service = api.service(LoopbackTransport(server))
        let registration = try Registration.stub()
        _ = try await service.register(registration)
        func begin() async throws -> Challenge {
            let outcome = try await service.authenticate(registration.id, password: registration.password)
            if case .challenge(let challenge) = outcome { return challenge }
            throw Missing()
        }
        func answer(_ code: String?, _ challenge: Challenge) async -> ChallengeError? {
            do throws(ChallengeError) {
                _ = try await service.answer(challenge, with: AccountConfirmation(code: code ?? ""))
                return nil
            } catch {
                return error
            }
        }
        let first = try await begin()
        let code = server.code(for: registration.id)
        server.expireCodes()
        #expect(await answer(code, first) == .expired)
        let second = try await begin()
        #expect(await answer("x", second) == .wrong(attemptsLeft: 2))
        #expect(await answer("x", second) == .wrong(attemptsLeft: 1))
        #expect(await answer("x", second) == .tooManyAttempts)
        let third = try await begin()
        let last = server.code(for: registration.id)
        #expect(await answer(last, third) == nil)
        #expect(await answer(last, third) == (third.purpose == .secondFactor ? .unknown : .used))
    }
}
