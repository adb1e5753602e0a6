import AccountFlowTesting
import Domain
import Networking
import Persistence
import Testing

struct LoggingTransportTests {
    @Test func `T5 the log of an account's life contains no input, no token and no server message`() async throws {
        let log = MessageLog<HTTPLogEntry>()
        for api in try [APIDescriptions.articles, APIDescriptions.problems] {
            let server = InMemoryAccountServer(api, tokens: IDGenerator { "c4nary-token" })
            let transport = LoggingTransport(LoopbackTransport(server)) { log.append($0) }
            let service = api.service(transport, keys: .sequential(prefix: "c4nary-key-"))
            let registration = try Registration.stub(id: "c4naryid@gmail.com", password: "c4nary-password")
            let authentication = try #require(try await service.register(registration).authentication)
            // The results do not matter here.
            _ = try? await service.register(registration)
            _ = try? await service.authenticate(registration.id, password: Password("c4nary-wrong"))
            try await service.deleteAccount(
                of: Session(authentication, id: .stub(), startedAt: .stub, isRemembered: true)
            )
        }
        let lines = log.messages.map { "\($0) \(String(reflecting: $0))" }.joined(separator: "\n")
        #expect(log.messages.count >= 8)
        for canary in ["c4nary", "taken", "wrong", "김철수", "Kim", "010-1234", "/users", "/members", "k1"] {
            #expect(!lines.contains(canary), "\(canary)")
        }
    }

    @Test func `an entry has the purpose, the origin, the outcome and the duration of a request`() async throws {
        let log = MessageLog<HTTPLogEntry>()
        let clock = ManualClock().skippingSleeps
        let request = try HTTPRequest(
            .post,
            HTTPURL("https://example.com/a?b=c"),
            body: [1, 2, 3],
            options: RequestOptions(purpose: "sign-in")
        )
        let slow = LoopbackTransport(clock: clock) { number, _ in
            LoopbackBehavior(delay: .seconds(2), fault: number == 0 ? nil : .truncated)
        } respond: { _ in
            HTTPResponse(.created, body: [1, 2])
        }
        let sut = LoggingTransport(slow, clock: clock) { log.append($0) }
        _ = try await sut.send(request)
        await #expect(throws: TransportError.truncated) { try await sut.send(request) }
        #expect(
            log.messages.map(\.description) == [
                "sign-in: POST https://example.com, 3 bytes → 201, 2 bytes in 2.0 seconds",
                "sign-in: POST https://example.com, 3 bytes → truncated in 2.0 seconds",
            ]
        )
    }
}
