import AccountFlowTesting
import AccountFlowTransportTesting
import Domain
import Foundation
import Networking
import Persistence
import TestSupport
import Testing

/// Tests of sign-ups and deletions whose requests or responses are lost: criteria R1 and R2.
struct PendingOperationTests {
    private static func api() throws -> AccountAPI {
        var api = try APIDescriptions.problems
        api[.signUp]?.request.method = .post
        return api
    }

    @Test func `R1 a sign-up creates exactly one account, even if messages are lost`() async throws {
        let api = try Self.api()
        let registration = try Registration.stub()
        for seed in 0..<1_000 as Range<UInt64> {
            let server = InMemoryAccountServer(api)
            // Equal seeds give equal faults.
            let loopback = LoopbackTransport(server) { number, request in
                var random = SeededGenerator(seed: seed &* 1_000 &+ UInt64(number))
                let fault: LoopbackBehavior.Fault? =
                    switch Int.random(in: 0..<8, using: &random) {
                    case 0: .unreachable
                    case 1: .requestLost
                    case 2: .responseLost
                    case 3: .truncated
                    case 4: .intercepted(.json(503))
                    default: nil
                    }
                return LoopbackBehavior(fault: number > 20 ? nil : fault)
            }
            let transport = RetryingTransport(loopback, clock: ManualClock().skippingSleeps)
            let service = api.service(transport)
            var isDone = false
            for _ in 0..<30 where !isDone {
                do throws(RegistrationError) {
                    _ = try await service.register(registration)
                    isDone = true
                } catch .duplicateAccount {
                    Issue.record("seed \(seed): the ID is reported as taken")
                    isDone = true
                } catch {
                    // The user tries again.
                }
            }
            #expect(isDone, "seed \(seed)")
            #expect(server.accountIDs == [registration.id], "seed \(seed)")
        }
    }

    @Test func `R2 a pending operation of an earlier process is repeated with the same key`() async throws {
        let api = try Self.api()
        let server = InMemoryAccountServer(api)
        let pendingOperations = InMemoryPendingOperationRepository()
        let sent = MessageLog<HTTPRequest>()
        let registration = try Registration.stub()
        // The first process: the server creates the account, and its response is lost.
        let lost = LoopbackTransport(server) { _, request in
            sent.append(request)
            return LoopbackBehavior(fault: .responseLost)
        }
        await #expect(throws: RegistrationError.service(.remote(.outcomeUnknown))) {
            try await api.service(lost, pendingOperations).register(registration)
        }
        #expect(await pendingOperations.pending().map(\.action) == [.register])
        // The second process reads the pending operation from the store.
        let good = LoopbackTransport(server) { _, request in
            sent.append(request)
            return .immediate
        }
        _ = try await api.service(good, pendingOperations).register(registration)
        #expect(server.accountIDs == [registration.id])
        #expect(await pendingOperations.pending() == [])
        let asked = sent.messages.filter { $0.options.purpose == "signUp" }
        #expect(asked.count == 2)
        #expect(Set(asked.map { $0.fields[.idempotencyKey] }).count == 1)
        #expect(Set(asked.map(\.body)).count == 1)
    }

    @Test func `R2 the key is stored before anything is sent`() async throws {
        let server = ScriptedServer(.json(200))
        await #expect(throws: RegistrationError.service(.storage(.stub(.pendingOperations, .full)))) {
            try await Self.api().service(server.transport, FullPendingOperations()).register(.stub())
        }
        #expect(server.requests == [])
    }

    @Test(arguments: [
        (201, true), (409, true), (400, true), (404, true), (422, true), (500, false), (503, false), (429, false),
    ])
    func `R2 a definitive answer ends the operation, and the next one gets a new key`(code: Int, isDefinitive: Bool)
        async throws
    {
        let pendingOperations = InMemoryPendingOperationRepository()
        let server = ScriptedServer(.json(code, "", ("X-Session", "s1")))
        let service = try Self.api().service(
            server.transport,
            pendingOperations,
            keys: .sequential(prefix: "key-")
        )
        // The result does not matter here.
        for _ in 0..<2 { _ = try? await service.register(.stub()) }
        #expect(await pendingOperations.pending().isEmpty == isDefinitive)
        let keys = server.requests.filter { $0.options.purpose == "signUp" }.flatMap { $0.fields[.idempotencyKey] }
        #expect(Set(keys).count == (isDefinitive ? 2 : 1))
    }

    @Test func `R2 an operation with a changed form replaces the pending one`() async throws {
        let api = try Self.api()
        let server = InMemoryAccountServer(api)
        let pendingOperations = InMemoryPendingOperationRepository()
        let lost = LoopbackTransport(server) { _, _ in LoopbackBehavior(fault: .requestLost) }
        _ = try? await api.service(lost, pendingOperations).register(.stub(password: "first password"))
        _ = try await api.service(LoopbackTransport(server), pendingOperations).register(
            .stub(password: "second password")
        )
        #expect(server.accountIDs.count == 1)
        // The server has processed the first form, and rejects a second form with the same key.
        let other = InMemoryAccountServer(api)
        let unheard = LoopbackTransport(other) { _, _ in LoopbackBehavior(fault: .responseLost) }
        _ = try? await api.service(unheard, pendingOperations).register(.stub(password: "first password"))
        await #expect(throws: RegistrationError.duplicateAccount) {
            try await api.service(LoopbackTransport(other), pendingOperations).register(
                .stub(password: "second password")
            )
        }
        #expect(await pendingOperations.pending() == [])
    }

    @Test func `R2 a form that has changed in this process is sent with a new key`() async throws {
        let server = ScriptedServer(.json(500))
        let service = try Self.api().service(
            server.transport,
            InMemoryPendingOperationRepository(),
            keys: .sequential(prefix: "key-")
        )
        // The result does not matter here: the server rejects none of them.
        for password in ["first password", "first password", "second password", "second password"] {
            _ = try? await service.register(.stub(password: password))
        }
        let keys = server.requests.flatMap { $0.fields[.idempotencyKey] }
        #expect(keys.count == 4 && keys[0] == keys[1] && keys[1] != keys[2] && keys[2] == keys[3])
    }

    @Test func `R1 without stored pending operations, a key is valid for the attempts of one call`() async throws {
        let api = try APIDescriptions.problems
        let server = InMemoryAccountServer(api)
        let sent = MessageLog<HTTPRequest>()
        let loopback = LoopbackTransport(server) { number, request in
            sent.append(request)
            return LoopbackBehavior(fault: number == 0 ? .responseLost : nil)
        }
        let transport = RetryingTransport(loopback, clock: ManualClock().skippingSleeps)
        let service = RemoteAccountService(api: api, transport: transport, keys: .sequential(prefix: "key-"))
        let registration = try Registration.stub()
        let authentication = try #require(try await service.register(registration).authentication)
        #expect(server.accountIDs == [registration.id])
        #expect(
            try await service.deleteAccount(
                of: Session(authentication, id: .stub(), startedAt: .stub, isRemembered: true)
            )
        )
        #expect(server.accountIDs == [])
        let keys = sent.messages.flatMap { $0.fields[.idempotencyKey] }
        #expect(keys.count == 3 && keys[0] == keys[1] && keys[1] != keys[2])
    }

    @Test func `R2 a pending operation expires after a day`() async throws {
        let api = try Self.api()
        let pendingOperations = InMemoryPendingOperationRepository()
        let server = ScriptedServer(.json(500))
        for (place, seconds) in [0.0, 86_399, 86_401].enumerated() {
            let service = api.service(
                server.transport,
                pendingOperations,
                keys: IDGenerator { "key-\(place)" },
                dates: .constant(.stub + seconds)
            )
            _ = try? await service.register(.stub())
        }
        #expect(server.requests.map { $0.fields[.idempotencyKey] } == [["key-0"], ["key-0"], ["key-2"]])
    }

    @Test func `a deletion ends the pending operations of its account, and no others`() async throws {
        let pendingOperations = InMemoryPendingOperationRepository()
        let others = PendingOperation.stub(id: "other@gmail.com", key: "key-2")
        for operation in [.stub(key: "key-1"), others] {
            _ = await pendingOperations.begin(operation, forgettingBefore: .stub)
        }
        try await Self.api().service(ScriptedServer(.json(200)).transport, pendingOperations).deleteAccount(of: .stub())
        #expect(await pendingOperations.pending() == [others])
    }

    /// The device on which the user signs up again after the deletion.
    enum Return: CaseIterable {
        case here, elsewhere
    }

    @Test(arguments: Return.allCases)
    func `R2 a lost answer to a deletion is not reused for the next account with the same ID`(returning: Return)
        async throws
    {
        var api = try Self.api()
        // The server returns a token at sign-up, so that no sign-in is needed.
        let token = api[.signIn]?.token
        api[.signUp]?.token = token
        let server = InMemoryAccountServer(api)
        let pendingOperations = InMemoryPendingOperationRepository()
        let good = api.service(LoopbackTransport(server), pendingOperations)
        let registration = try Registration.stub()
        let registered = try #require(try await good.register(registration).authentication)
        let first = Session(registered, id: .stub(), startedAt: .stub, isRemembered: true)
        let lost = LoopbackTransport(server) { _, _ in LoopbackBehavior(fault: .responseLost) }
        await #expect(throws: AccountServiceFailure.remote(.outcomeUnknown)) {
            try await api.service(lost, pendingOperations).deleteAccount(of: first)
        }
        #expect(server.accountIDs == [])
        #expect(await pendingOperations.pending().map(\.action) == [.deleteAccount])

        let authentication: Authentication
        switch returning {
        case .here: authentication = try #require(try await good.register(registration).authentication)
        case .elsewhere:
            _ = try await api.service(LoopbackTransport(server), nil).register(registration)
            authentication = try await good.authenticate(registration.id, password: registration.password).get()
        }
        #expect(server.accountIDs == [registration.id])
        #expect(
            try await good.deleteAccount(of: Session(authentication, id: .stub(), startedAt: .stub, isRemembered: true))
        )
        #expect(server.accountIDs == [])
    }

    @Test func `a deletion that the server still processes has an unknown outcome, and retains its key`() async throws {
        let pendingOperations = InMemoryPendingOperationRepository()
        let server = ScriptedServer(.json(409))
        for _ in 0..<2 {
            await #expect(throws: AccountServiceFailure.remote(.outcomeUnknown)) {
                try await Self.api().service(server.transport, pendingOperations).deleteAccount(of: .stub())
            }
        }
        #expect(await pendingOperations.pending().map(\.action) == [.deleteAccount])
        #expect(Set(server.requests.map { $0.fields[.idempotencyKey] }).count == 1)
    }

    @Test(arguments: [502, 503, 504])
    func `R1 without keys a sign-up is sent only once, even if the server is unavailable`(code: Int) async throws {
        let server = ScriptedServer(.json(code))
        let service = try AccountAPI.s3.service(
            RetryingTransport(server.transport, clock: ManualClock().skippingSleeps),
            nil
        )
        await #expect(throws: RegistrationError.self) { try await service.register(.stub()) }
        #expect(server.requests.count == 1)
    }

    @Test(arguments: [LoopbackBehavior.Fault.responseLost, .truncated])
    func `R1 without keys no change of an account is sent twice, even if its answer is lost`(
        fault: LoopbackBehavior.Fault
    ) async throws {
        var api = AccountAPI.s3(at: try HTTPURL("https://example.com"))
        api[.signUp]?.request.method = .put
        let server = InMemoryAccountServer(api)
        let registration = try Registration.stub()
        let prompt = api.service(LoopbackTransport(server), nil)
        // The first response is lost: a second request would report a taken ID or an invalid token.
        let loopback = LoopbackTransport(server) { number, _ in LoopbackBehavior(fault: number == 0 ? fault : nil) }
        let transport = RetryingTransport(loopback, clock: ManualClock().skippingSleeps)
        await #expect(throws: RegistrationError.service(.remote(.outcomeUnknown))) {
            try await api.service(transport, nil).register(registration)
        }
        #expect(server.accountIDs == [registration.id])
        #expect(loopback.requestCount == 1)

        let session = Session(
            try await prompt.authenticate(registration.id, password: registration.password).get(),
            id: .stub(),
            startedAt: .stub,
            isRemembered: true
        )
        let second = LoopbackTransport(server) { number, _ in LoopbackBehavior(fault: number == 0 ? fault : nil) }
        let repeating = RetryingTransport(second, clock: ManualClock().skippingSleeps)
        await #expect(throws: AccountServiceFailure.remote(.outcomeUnknown)) {
            try await api.service(repeating, nil).deleteAccount(of: session)
        }
        #expect(server.accountIDs == [])
        #expect(second.requestCount == 1)
    }

    @Test(arguments: [
        (LoopbackBehavior.Fault.responseLost, 1), (.truncated, 1), (.requestLost, 1), (.unreachable, 3),
        (.intercepted(.json(502)), 3), (.intercepted(.json(500)), 1), (.intercepted(.json(429)), 1),
    ])
    func `R5 a sign-in is repeated if the server is unavailable, and never after a lost answer`(
        fault: LoopbackBehavior.Fault,
        count: Int
    ) async throws {
        let loopback = LoopbackTransport(plan: { _, _ in LoopbackBehavior(fault: fault) }) { _ in HTTPResponse(.ok) }
        let service = AccountAPI.s0(at: try HTTPURL("https://example.com")).service(
            RetryingTransport(loopback, clock: ManualClock().skippingSleeps),
            nil
        )
        await #expect(throws: AuthenticationError.self) {
            try await service.authenticate(.stub(), password: Password("password1"))
        }
        #expect(loopback.requestCount == count)
    }
}

/// A repository of pending operations that fails at each call.
private struct FullPendingOperations: PendingOperationRepository {
    private let error = StorageError.stub(.pendingOperations, .full)

    func begin(_ operation: PendingOperation, forgettingBefore oldest: Date) async throws(StorageError)
        -> PendingOperation
    { throw error }
    func end(_ operation: PendingOperation) async throws(StorageError) { throw error }
    func pending() async throws(StorageError) -> [PendingOperation] { throw error }
}
