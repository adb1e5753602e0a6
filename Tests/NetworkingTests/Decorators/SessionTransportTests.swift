import AccountFlowTesting
import AccountFlowTransportTesting
import Domain
import Foundation
import Networking
import Persistence
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SessionTransportTests {
    private static var origin: HTTPURL { get throws { try HTTPURL("https://example.com") } }

    private let server = SessionServer()
    private let current: CurrentSession

    init() {
        current = CurrentSession(
            InMemorySessionRepository(),
            refreshing: server,
            revoking: server,
            dates: .constant(.stub),
            clock: ManualClock()
        )
    }

    /// Signs an account in.
    private func signIn(
        _ id: String = "kim",
        tokens: TokenSet? = nil,
        to session: CurrentSession? = nil
    ) async throws {
        let tokens = if let tokens { tokens } else { await server.signIn() }
        let authentication = Authentication(accountID: .stub(id), profile: Profile(), tokens: tokens)
        let sut = SignIn(
            validator: FormValidatorStub(fields: []),
            service: AccountServiceSpy(authenticate: .success(.authenticated(authentication))),
            sessions: session ?? current
        )
        _ = try await sut(.signIn(id: id))
    }

    private func makeSUT(
        _ transport: any HTTPTransport,
        authorization: Authorization = .bearer
    ) throws -> SessionTransport {
        try SessionTransport(transport, session: current, origins: [Self.origin], authorization: authorization)
    }

    private func request(_ text: String = "https://example.com/a") throws -> HTTPRequest {
        var fields = HTTPFields()
        try fields.append(.authorization, "old")
        return try HTTPRequest(.get, HTTPURL(text), fields: fields)
    }

    /// A server of the app that accepts one access token.
    private static func accepting(_ token: String) -> LoopbackTransport {
        LoopbackTransport { request in
            HTTPResponse(request.fields[.authorization] == ["Bearer \(token)"] ? .ok : .unauthorized)
        }
    }

    @Test(arguments: [
        (Authorization.bearer, "Authorization", "Bearer access-1"),
        (.header(.authorization, scheme: "Token"), "authorization", "Token access-1"),
        (.header(.authorization, scheme: nil), "Authorization", "access-1"), (.cookie("sid"), "Cookie", "sid=access-1"),
    ])
    func `every request has the token in the described form`(authorization: Authorization, name: String, value: String)
        async throws
    {
        try await signIn()
        let stub = HTTPTransportStub(.success(HTTPResponse(.ok)))
        let sut = try makeSUT(stub, authorization: authorization)
        for _ in 0..<2 { _ = try await sut.send(request()) }
        #expect(try stub.requests.map { $0.fields[try HTTPFieldName(name)] } == [[value], [value]])
        let field = try await current.authorization(in: authorization)
        #expect(field.name.lowercased() == name.lowercased())
        #expect(field.value == value)
        #expect(field.session == current.state.session)
    }

    @Test(arguments: [
        ("https://example.com/a", 1, true), ("https://example.com/a/b", 1, true), ("https://example.com/b", 1, false),
        ("https://example.com/a", 0, true), ("https://example.com/a", -1, true),
    ])
    func `a token from a cookie is sent where its cookie is, whatever the clock says`(
        url: String,
        seconds: Double,
        isSent: Bool
    ) async throws {
        let cookie = CookieScope(domain: "example.com", path: "/a", isSecure: true, expiresAt: .stub + seconds)
        try await signIn(tokens: TokenSet(AccessToken("access-0"), accessCookie: cookie))
        let stub = HTTPTransportStub(.success(HTTPResponse(.ok)))
        let sut = try SessionTransport(
            stub,
            session: current,
            origins: [Self.origin],
            authorization: .cookie("sid")
        )
        _ = try await sut.send(request(url))
        let name = try HTTPFieldName("Cookie")
        #expect(stub.requests.map { $0.fields[name] } == [isSent ? ["sid=access-0"] : []])
    }

    @Test func `a 401 to a request without the token refreshes nothing`() async throws {
        let cookie = CookieScope(domain: "example.com", path: "/a", isSecure: true)
        let refresh = RefreshToken("refresh-0")
        try await signIn(tokens: TokenSet(AccessToken("access-0"), refresh: refresh, accessCookie: cookie))
        let stub = HTTPTransportStub(.success(HTTPResponse(.unauthorized)))
        let sut = try makeSUT(stub, authorization: .cookie("sid"))
        #expect(try await sut.send(request("https://example.com/b")).status == .unauthorized)
        #expect(stub.requests.count == 1)
        #expect(server.requests.messages.isEmpty)
        #expect(current.state.session != nil)
    }

    @Test(arguments: ["https://example.com:443/", "HTTPS://Example.COM/b", "https://example.com/b?c"])
    func `an origin matches in any spelling`(url: String) async throws {
        try await signIn()
        let stub = HTTPTransportStub(.success(HTTPResponse(.ok)))
        _ = try await makeSUT(stub).send(request(url))
        #expect(stub.requests.map { $0.fields[.authorization] } == [["Bearer access-1"]])
    }

    @Test(arguments: [
        "http://localhost/a", "https://example.com:444/a", "https://www.example.com/a", "https://example.org/a",
    ])
    func `a token is not sent to other origins`(url: String) async throws {
        try await signIn()
        let stub = HTTPTransportStub(.success(HTTPResponse(.unauthorized)))
        _ = try await makeSUT(stub).send(request(url))
        #expect(stub.requests == [try request(url)])
        #expect(server.requests.messages.isEmpty)
    }

    @Test func `1,000 requests that are answered with 401 cause one refresh, and are each sent once more`() async throws
    {
        try await signIn()
        let requests = MessageLog<Void>()
        let sut = try makeSUT(
            LoopbackTransport { request in
                requests.append(())
                return HTTPResponse(request.fields[.authorization] == ["Bearer access-2"] ? .ok : .unauthorized)
            }
        )
        let request = try request()
        let statuses = try await withThrowingTaskGroup { group in
            for _ in 0..<1_000 { group.addTask { try await sut.send(request).status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == Array(repeating: .ok, count: 1_000))
        // A request that begins after the refresh is sent once.
        #expect((1_000...2_000).contains(requests.messages.count))
        #expect(server.requests.messages.count == 1)
    }

    @Test func `a second 401 is returned`() async throws {
        try await signIn()
        let sut = try makeSUT(Self.accepting("another"))
        #expect(try await sut.send(request()).status == .unauthorized)
        #expect(server.requests.messages.count == 1)
    }

    @Test(arguments: [403, 500, 200])
    func `no other status causes a refresh`(code: Int) async throws {
        try await signIn()
        let sut = try makeSUT(HTTPTransportStub(.success(.json(code))))
        #expect(try await sut.send(request()).status.code == code)
        #expect(server.requests.messages.isEmpty)
    }

    @Test func `without a service that replaces tokens, a 401 is returned and ends nothing`() async throws {
        let current = CurrentSession.stub(InMemorySessionRepository(.stub()))
        _ = await RestoreSession(sessions: current)()
        let stub = HTTPTransportStub(.success(HTTPResponse(.unauthorized)))
        let sut = try SessionTransport(stub, session: current, origins: [Self.origin])
        #expect(try await sut.send(request()).status == .unauthorized)
        #expect(current.state.session == .stub())
    }

    @Test func `without a session, nothing is sent to the origins`() async throws {
        let stub = HTTPTransportStub(.success(HTTPResponse(.ok)))
        await #expect(throws: TransportError.session(.signedOut)) { try await makeSUT(stub).send(request()) }
        #expect(stub.requests == [])
        await #expect(throws: SessionError.signedOut) { try await current.authorization() }
    }

    @Test func `a refused refresh ends the session with an error`() async throws {
        try await signIn(tokens: TokenSet(AccessToken("access-0"), refresh: RefreshToken("unknown")))
        await #expect(throws: TransportError.session(.ended)) {
            try await makeSUT(Self.accepting("access-1")).send(request())
        }
        #expect(current.state == .signedOut(.refused))
    }

    @Test(arguments: [true, false])
    func `a response for a session that ended meanwhile is dropped, and never sent for another user`(isRejected: Bool)
        async throws
    {
        try await signIn()
        let gate = Gate()
        let tokens = Mutex<[[String]]>([])
        let loopback = LoopbackTransport { request in
            tokens.withLock { $0.append(request.fields[.authorization]) }
            await gate.pass()
            return HTTPResponse(isRejected ? .unauthorized : .ok)
        }
        let (sut, request) = (try makeSUT(loopback), try request())
        let task = Task { () throws(TransportError) in try await sut.send(request) }
        try await gate.open {
            _ = await SignOut(sessions: current)()
            try await signIn("lee")
        }
        await #expect(throws: TransportError.session(.ended)) { try await task.value }
        #expect(tokens.withLock { $0 } == [["Bearer access-1"]])
        #expect(current.state.session?.accountID == .stub("lee"))
    }

    @Test(arguments: [HTTPMethod.get, .put, .delete], [false, true])
    func `a request is not retried after the end of its session`(method: HTTPMethod, isFollowed: Bool) async throws {
        try await signIn()
        let tokens = MessageLog<[String]>()
        let loopback = LoopbackTransport { [current] request in
            tokens.append(request.fields[.authorization])
            _ = await SignOut(sessions: current)()
            // The sign-in of a double does not fail.
            if isFollowed { try? await signIn("lee") }
            return HTTPResponse(.serviceUnavailable)
        }
        let sut = try makeSUT(RetryingTransport(loopback, clock: ManualClock().skippingSleeps))
        await #expect(throws: TransportError.session(.ended)) {
            try await sut.send(HTTPRequest(method, HTTPURL("https://example.com/a")))
        }
        #expect(tokens.messages == [["Bearer access-1"]])
    }

    /// A transport whose requests end with a sign-out and a failure.
    private struct TransportOfSignOut: HTTPTransport {
        let current: CurrentSession

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            _ = await SignOut(sessions: current)()
            throw .timedOut
        }
    }

    @Test func `a failure after the end of the session is its end`() async throws {
        try await signIn()
        let sut = try makeSUT(TransportOfSignOut(current: current))
        await #expect(throws: TransportError.session(.ended)) { try await sut.send(request()) }
    }

    @Test func `the account service does not retry a request after the sign-out either`() async throws {
        try await signIn()
        let tokens = MessageLog<[String]>()
        let loopback = LoopbackTransport { [current] request in
            tokens.append(request.fields[.authorization])
            _ = await SignOut(sessions: current)()
            return HTTPResponse(.serviceUnavailable)
        }
        let api = AccountAPI(baseURL: try Self.origin, [.signOutOtherDevices: Endpoint(.post, "/others")])
        let service = api.service(RetryingTransport(loopback, clock: ManualClock().skippingSleeps))
        await #expect(throws: SessionError.ended) {
            try await current.authorized { session throws(AccountServiceFailure) in
                try await service.revoke(session, scope: .otherDevices)
            }
        }
        #expect(tokens.messages == [["Bearer access-1"]])
    }

    @Test func `a request is retried while its session goes on`() async throws {
        try await signIn()
        let tokens = MessageLog<[String]>()
        let loopback = LoopbackTransport { request in
            tokens.append(request.fields[.authorization])
            return HTTPResponse(tokens.messages.count == 1 ? .serviceUnavailable : .ok)
        }
        let sut = try makeSUT(RetryingTransport(loopback, clock: ManualClock().skippingSleeps))
        #expect(try await sut.send(request()).status == .ok)
        #expect(tokens.messages == [["Bearer access-1"], ["Bearer access-1"]])
    }

    @Test func `a request of one user is not sent for another who signs in before the token is read`() async throws {
        let (executor, isStored, isOver) = (SteppedExecutor(), Switch(false), Switch(false))
        let store = SessionRepositorySpy(wrapping: InMemorySessionRepository()) { call throws(StorageError) in
            if case .changeSessions = call { isStored.isOn = true }
        }
        // The clock is read between the change of the store and that of the state.
        let clock = HookedClock { if isStored.isOn { _ = executor.step() } }
        let current = CurrentSession(store, refreshing: server, dates: .constant(.stub), clock: clock)
        try await signIn(to: current)
        isStored.isOn = false
        let stub = HTTPTransportStub(.success(HTTPResponse(.ok)))
        let sut = try SessionTransport(stub, session: current, origins: [Self.origin])
        let request = try request()
        let task = Task(executorPreference: executor) { () throws(TransportError) in
            defer { isOver.isOn = true }
            return try await sut.send(request)
        }
        try await signIn("lee", to: current)
        while !isOver.isOn { if !executor.step() { await Task.yield() } }
        await #expect(throws: TransportError.session(.ended)) { try await task.value }
        #expect(stub.requests == [])
    }

    @Test(arguments: [AccessToken("t1\r\nX-Evil: 1"), AccessToken(AccessToken(issuedHere: "t1").digest)])
    func `a token that no field can contain, or only a digest, is not sent, and nothing else either`(
        token: AccessToken
    ) async throws {
        try await signIn(tokens: TokenSet(token))
        let stub = HTTPTransportStub(.success(HTTPResponse(.ok)))
        await #expect(throws: TransportError.session(.signedOut)) { try await makeSUT(stub).send(request()) }
        #expect(stub.requests == [])
        await #expect(throws: SessionError.signedOut) { try await current.authorization() }
    }
}

/// Runs the jobs of tasks one by one, when a test asks for it.
private final class SteppedExecutor: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    /// Runs the next job, and returns whether there was one.
    func step() -> Bool {
        guard let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return false }
        job.runSynchronously(on: asUnownedTaskExecutor())
        return true
    }
}

/// A clock that stands still, and does something whenever it is read.
private struct HookedClock: Clock {
    let clock = ManualClock()
    let onRead: @Sendable () -> Void

    var now: ManualClock.Instant {
        onRead()
        return clock.now
    }

    var minimumResolution: Duration { clock.minimumResolution }

    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
        try await clock.sleep(until: deadline, tolerance: tolerance)
    }
}
