import AccountFlowTesting
import AccountFlowTransportTesting
import Domain
import Foundation
import Networking
import TestSupport
import Testing

/// One account for one wish, whatever gets lost: criteria R1 and R2.
struct IntentTests {
    private static func api() throws -> AccountAPI {
        var api = try APIDescriptions.api(APIDescriptions.problems)
        api.signUp?.method = .post
        return api
    }

    private static func authority(
        _ api: AccountAPI,
        _ transport: any HTTPTransport,
        _ intents: (any IntentRepository)? = nil,
        keys: IdentifierSource = .random,
        dates: DateSource = .constant(.stub)
    ) -> RemoteAccountAuthority {
        RemoteAccountAuthority(api: api, transport: transport, intents: intents, keys: keys, dates: dates)
    }

    @Test func `R1 whatever is lost on the way, there is exactly one account`() async throws {
        let api = try Self.api()
        let registration = try Registration.stub()
        for seed in 0..<1_000 as Range<UInt64> {
            let server = AccountServer(api)
            // The same seed gives the same faults, however often they are asked for.
            let loopback = LoopbackTransport(server) { number, request in
                var random = SeededGenerator(seed: seed &* 1_000 &+ UInt64(number))
                let fault: LoopbackStep.Fault? =
                    switch Int.random(in: 0..<8, using: &random) {
                    case 0: .unreachable
                    case 1: .requestLost
                    case 2: .responseLost
                    case 3: .truncated
                    case 4: .intercepted(.json(503))
                    default: nil
                    }
                return LoopbackStep(fault: number > 20 ? nil : fault)
            }
            let transport = RetryingTransport(loopback, time: MonotonicTime(VirtualClock()))
            let authority = Self.authority(api, transport, IntentRepositoryFake())
            var isDone = false
            for _ in 0..<30 where !isDone {
                do throws(RegistrationError) {
                    _ = try await authority.register(registration)
                    isDone = true
                } catch .registeredSignInRequired {
                    isDone = true
                } catch .duplicateAccount {
                    Issue.record("seed \(seed): one wish, and somebody else has the ID")
                    isDone = true
                } catch {
                    // The person tries again.
                }
            }
            #expect(isDone && server.accountIDs == [registration.id], "seed \(seed)")
        }
    }

    @Test func `R2 what was asked before the process ended is asked for again under the same key`() async throws {
        let api = try Self.api()
        let server = AccountServer(api)
        let intents = IntentRepositoryFake()
        let sent = MessageLog<HTTPRequest>()
        let registration = try Registration.stub()
        // The first process: the server acts, and its answer is lost.
        let lost = LoopbackTransport(server) { _, request in
            sent.append(request)
            return LoopbackStep(fault: .responseLost)
        }
        await #expect(throws: RegistrationError.failed(.remote(.outcomeUnknown))) {
            try await Self.authority(api, lost, intents).register(registration)
        }
        #expect(intents.stored.map(\.action) == [.register])
        // The second process has nothing but the store.
        let good = LoopbackTransport(server) { _, request in
            sent.append(request)
            return .prompt
        }
        _ = try await Self.authority(api, good, intents).register(registration)
        #expect(server.accountIDs == [registration.id])
        #expect(intents.stored == [])
        let asked = sent.messages.filter { $0.handling.purpose == "sign-up" }
        #expect(asked.count == 2)
        #expect(Set(asked.map { $0.fields[.idempotencyKey] }).count == 1)
        #expect(Set(asked.map(\.body)).count == 1)
    }

    @Test func `R2 the key is stored before anything is sent`() async throws {
        let intents = IntentRepositoryFake()
        intents.fail(with: .stub(.intents, .full))
        let server = ScriptedServer(.json(200))
        await #expect(throws: RegistrationError.failed(.storage(.stub(.intents, .full)))) {
            try await Self.authority(Self.api(), server.transport, intents).register(.stub())
        }
        #expect(server.requests == [])
    }

    @Test(
        "R2 a definitive answer ends the intent, and the next one has a key of its own",
        arguments: [
            (201, true), (409, true), (400, true), (404, true), (422, true), (500, false), (503, false), (429, false),
        ]
    )
    func definitive(code: Int, isDefinitive: Bool) async throws {
        let intents = IntentRepositoryFake()
        let server = ScriptedServer(.json(code, "", ("X-Session", "s1")))
        let authority = try Self.authority(Self.api(), server.transport, intents, keys: .sequential(prefix: "key-"))
        // What it comes to is not the question here.
        for _ in 0..<2 { _ = try? await authority.register(.stub()) }
        #expect(intents.stored.isEmpty == isDefinitive)
        let keys = server.requests.filter { $0.handling.purpose == "sign-up" }.flatMap { $0.fields[.idempotencyKey] }
        #expect(Set(keys).count == (isDefinitive ? 2 : 1))
    }

    @Test func `R2 an old intent whose form has changed meanwhile makes room for a new one`() async throws {
        let api = try Self.api()
        let server = AccountServer(api)
        let intents = IntentRepositoryFake()
        let lost = LoopbackTransport(server) { _, _ in LoopbackStep(fault: .requestLost) }
        _ = try? await Self.authority(api, lost, intents).register(.stub(password: "first password"))
        _ = try await Self.authority(api, LoopbackTransport(server), intents).register(
            .stub(password: "second password")
        )
        #expect(server.accountIDs.count == 1)
        // The server has acted on the first one, and takes no second one under its key.
        let other = AccountServer(api)
        let unheard = LoopbackTransport(other) { _, _ in LoopbackStep(fault: .responseLost) }
        _ = try? await Self.authority(api, unheard, intents).register(.stub(password: "first password"))
        await #expect(throws: RegistrationError.duplicateAccount) {
            try await Self.authority(api, LoopbackTransport(other), intents).register(
                .stub(password: "second password")
            )
        }
        #expect(intents.stored == [])
    }

    @Test func `R2 a form that has changed in this process goes out under a key of its own`() async throws {
        let server = ScriptedServer(.json(500))
        let authority = try Self.authority(
            Self.api(),
            server.transport,
            IntentRepositoryFake(),
            keys: .sequential(prefix: "key-")
        )
        // What it comes to is not the question here: the server says to none of them that it refuses.
        for password in ["first password", "first password", "second password", "second password"] {
            _ = try? await authority.register(.stub(password: password))
        }
        let keys = server.requests.flatMap { $0.fields[.idempotencyKey] }
        #expect(keys.count == 4 && keys[0] == keys[1] && keys[1] != keys[2] && keys[2] == keys[3])
    }

    @Test func `R1 where no intents are kept, a key is for the attempts of one call`() async throws {
        let api = try APIDescriptions.api(APIDescriptions.problems)
        let server = AccountServer(api)
        let sent = MessageLog<HTTPRequest>()
        let loopback = LoopbackTransport(server) { number, request in
            sent.append(request)
            return LoopbackStep(fault: number == 0 ? .responseLost : nil)
        }
        let transport = RetryingTransport(loopback, time: MonotonicTime(VirtualClock()))
        let authority = RemoteAccountAuthority(api: api, transport: transport, keys: .sequential(prefix: "key-"))
        let registration = try Registration.stub()
        let authentication = try await authority.register(registration)
        #expect(server.accountIDs == [registration.id])
        #expect(try await authority.withdraw(Session(authentication, startedAt: .stub, isRemembered: true)))
        #expect(server.accountIDs == [])
        let keys = sent.messages.flatMap { $0.fields[.idempotencyKey] }
        #expect(keys.count == 3 && keys[0] == keys[1] && keys[1] != keys[2])
    }

    @Test func `R2 an intent is believed in for a day`() async throws {
        let api = try Self.api()
        let intents = IntentRepositoryFake()
        let server = ScriptedServer(.json(500))
        for (place, seconds) in [0.0, 86_399, 86_401].enumerated() {
            let authority = Self.authority(
                api,
                server.transport,
                intents,
                keys: IdentifierSource { "key-\(place)" },
                dates: .constant(.stub + seconds)
            )
            _ = try? await authority.register(.stub())
        }
        #expect(server.requests.map { $0.fields[.idempotencyKey] } == [["key-0"], ["key-0"], ["key-2"]])
    }

    @Test func `a withdrawal ends what was asked for that account, and nothing of anybody else`() async throws {
        let intents = IntentRepositoryFake()
        let others = PendingIntent.stub(id: "other@gmail.com", key: "key-2")
        for intent in [.stub(key: "key-1"), others] { _ = try await intents.begin(intent, forgettingBefore: .stub) }
        try await Self.authority(Self.api(), ScriptedServer(.json(200)).transport, intents).withdraw(.stub())
        #expect(intents.stored == [others])
    }

    /// How somebody who has withdrawn becomes a member again.
    enum Return: CaseIterable {
        case here, elsewhere
    }

    @Test("R2 a withdrawal whose answer was lost is not taken for that of the next account", arguments: Return.allCases)
    func successor(returning: Return) async throws {
        var api = try Self.api()
        // So that a sign-up needs no sign-in behind it.
        api.signUp?.token = api.signIn?.token
        let server = AccountServer(api)
        let intents = IntentRepositoryFake()
        let good = Self.authority(api, LoopbackTransport(server), intents)
        let registration = try Registration.stub()
        let first = Session(try await good.register(registration), startedAt: .stub, isRemembered: true)
        let lost = LoopbackTransport(server) { _, _ in LoopbackStep(fault: .responseLost) }
        await #expect(throws: AuthorityFailure.remote(.outcomeUnknown)) {
            try await Self.authority(api, lost, intents).withdraw(first)
        }
        #expect(server.accountIDs == [] && intents.stored.map(\.action) == [.withdraw])

        let authentication: Authentication
        switch returning {
        case .here: authentication = try await good.register(registration)
        case .elsewhere:
            _ = try await Self.authority(api, LoopbackTransport(server)).register(registration)
            authentication = try await good.authenticate(registration.id, password: registration.password)
        }
        #expect(server.accountIDs == [registration.id])
        #expect(try await good.withdraw(Session(authentication, startedAt: .stub, isRemembered: true)))
        #expect(server.accountIDs == [])
    }

    @Test func `a withdrawal that the server still works on has an unknown outcome, and keeps its key`() async throws {
        let intents = IntentRepositoryFake()
        let server = ScriptedServer(.json(409))
        for _ in 0..<2 {
            await #expect(throws: AuthorityFailure.remote(.outcomeUnknown)) {
                try await Self.authority(Self.api(), server.transport, intents).withdraw(.stub())
            }
        }
        #expect(intents.stored.map(\.action) == [.withdraw])
        #expect(Set(server.requests.map { $0.fields[.idempotencyKey] }).count == 1)
    }

    @Test func `R1 without keys a sign-up whose answer is lost is not sent again`() async throws {
        let server = ScriptedServer(.json(200))
        let transport = LoopbackTransport(plan: { _, _ in LoopbackStep(fault: .responseLost) }) {
            server.respond(to: $0)
        }
        let authority = Self.authority(
            .s3(at: try HTTPURL("https://example.com")),
            RetryingTransport(transport, time: MonotonicTime(VirtualClock()))
        )
        await #expect(throws: RegistrationError.failed(.remote(.outcomeUnknown))) {
            try await authority.register(.stub())
        }
        #expect(server.requests.count == 1)
    }

    @Test("R1 without keys a sign-up is asked for once where the server is busy", arguments: [502, 503, 504])
    func askedOnce(code: Int) async throws {
        let server = ScriptedServer(.json(code))
        let authority = Self.authority(
            .s3(at: try HTTPURL("https://example.com")),
            RetryingTransport(server.transport, time: MonotonicTime(VirtualClock()))
        )
        await #expect(throws: RegistrationError.self) { try await authority.register(.stub()) }
        #expect(server.requests.count == 1)
    }

    @Test(
        "R1 without keys nothing that changes accounts is asked for twice, because the second answer is of the first",
        arguments: [LoopbackStep.Fault.responseLost, .truncated]
    )
    func unrepeated(fault: LoopbackStep.Fault) async throws {
        var api = AccountAPI.s3(at: try HTTPURL("https://example.com"))
        api.signUp?.method = .put
        let server = AccountServer(api)
        let registration = try Registration.stub()
        let prompt = Self.authority(api, LoopbackTransport(server))
        // Done, and its answer lost: the next answer would be that the ID is taken, or that the token is worth nothing.
        let loopback = LoopbackTransport(server) { number, _ in LoopbackStep(fault: number == 0 ? fault : nil) }
        let transport = RetryingTransport(loopback, time: MonotonicTime(VirtualClock()))
        await #expect(throws: RegistrationError.failed(.remote(.outcomeUnknown))) {
            try await Self.authority(api, transport).register(registration)
        }
        #expect(server.accountIDs == [registration.id] && loopback.requestCount == 1)

        let session = Session(
            try await prompt.authenticate(registration.id, password: registration.password),
            startedAt: .stub,
            isRemembered: true
        )
        let second = LoopbackTransport(server) { number, _ in LoopbackStep(fault: number == 0 ? fault : nil) }
        let repeating = RetryingTransport(second, time: MonotonicTime(VirtualClock()))
        await #expect(throws: AuthorityFailure.remote(.outcomeUnknown)) {
            try await Self.authority(api, repeating).withdraw(session)
        }
        #expect(server.accountIDs == [] && second.requestCount == 1)
    }

    @Test(
        "R5 a sign-in is sent again where the server says that it is not working, and never where an answer is lost",
        arguments: [
            (LoopbackStep.Fault.responseLost, 1), (.truncated, 1), (.requestLost, 1), (.unreachable, 3),
            (.intercepted(.json(502)), 3), (.intercepted(.json(500)), 1), (.intercepted(.json(429)), 1),
        ]
    )
    func signIn(fault: LoopbackStep.Fault, count: Int) async throws {
        let loopback = LoopbackTransport(plan: { _, _ in LoopbackStep(fault: fault) }) { _ in HTTPResponse(.ok) }
        let authority = Self.authority(
            .s0(at: try HTTPURL("https://example.com")),
            RetryingTransport(loopback, time: MonotonicTime(VirtualClock()))
        )
        await #expect(throws: AuthenticationError.self) {
            try await authority.authenticate(.stub(), password: Password("password1"))
        }
        #expect(loopback.requestCount == count)
    }
}
