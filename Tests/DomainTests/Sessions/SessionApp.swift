import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// An app with a session of a server; several apps on one store are processes of one device.
struct SessionApp {
    let clock: ManualClock
    let store: any SessionRepository
    let server: SessionServer
    let current: CurrentSession
    private let policy: SessionPolicy

    init(
        store: any SessionRepository = InMemorySessionRepository(),
        server: SessionServer? = nil,
        clock: ManualClock = ManualClock(),
        isRefreshed: Bool = true,
        isRevoked: Bool = true,
        policy: SessionPolicy = .untilSignOut
    ) {
        self.clock = clock
        self.store = store
        self.policy = policy
        self.server = server ?? SessionServer(dates: clock.dates)
        current = CurrentSession(
            store,
            refreshing: isRefreshed ? self.server : nil,
            revoking: isRevoked ? self.server : nil,
            dates: clock.dates,
            policy: policy,
            clock: clock,
            uptime: clock.uptime
        )
    }

    /// An app whose store refuses changes while a switch is on.
    init(
        failingWhile isFailing: Switch,
        server: SessionServer? = nil,
        clock: ManualClock = ManualClock(),
        isRefreshed: Bool = true,
        isRevoked: Bool = true,
        policy: SessionPolicy = .untilSignOut
    ) {
        let store = SessionRepositorySpy(wrapping: InMemorySessionRepository()) { call throws(StorageError) in
            if case .changeSessions = call, isFailing.isOn { throw .stub() }
        }
        self.init(
            store: store,
            server: server,
            clock: clock,
            isRefreshed: isRefreshed,
            isRevoked: isRevoked,
            policy: policy
        )
    }

    /// An app whose server cannot be told about sign-outs while a switch is on.
    init(
        store: any SessionRepository = InMemorySessionRepository(),
        scopes: Set<SignOutScope> = [.thisDevice],
        unreachableWhile isDown: Switch
    ) {
        let clock = ManualClock()
        let server = SessionServer(dates: clock.dates, scopes: scopes) { request throws(AccountServiceFailure) in
            if case .revoke = request, isDown.isOn { throw .remote(.network(.unreachable)) }
        }
        self.init(store: store, server: server, clock: clock)
    }

    /// A sign-in of an account, whose tokens the server makes.
    func signIn(
        _ id: String = "kim",
        registrationID: RegistrationID? = nil,
        remember: Bool = true,
        tokens: TokenSet? = nil
    ) async throws -> Session {
        var tokens = tokens
        if tokens == nil { tokens = await server.signIn() }
        let authentication = Authentication(
            accountID: .stub(id),
            registrationID: registrationID,
            profile: Profile(nickname: .stub()),
            tokens: try #require(tokens)
        )
        let sut = SignIn(
            validator: FormValidatorStub(fields: []),
            service: AccountServiceSpy(authenticate: .success(.authenticated(authentication))),
            sessions: current
        )
        return try await sut(.signIn(id: id), remember: remember).get().session
    }

    /// Another process of the same device, such as its next launch, which has the same policy if none is given.
    func relaunched(_ policy: SessionPolicy? = nil) -> SessionApp {
        SessionApp(store: store, server: server, clock: clock, policy: policy ?? self.policy)
    }

    /// Another process of the same device, which has restored its session.
    func anotherProcess() async -> SessionApp {
        let process = relaunched()
        _ = await process.restore()
        return process
    }

    func restore() async -> RestoreOutcome { await RestoreSession(sessions: current)() }

    func list() async throws(StorageError) -> [SessionItem] { try await ListSessions(sessions: current)() }

    func switchAccount(to id: SessionID) async throws(SwitchAccountError) -> RestoreOutcome {
        try await SwitchAccount(sessions: current, restore: RestoreSession(sessions: current))(id)
    }

    func signOut(_ id: SessionID? = nil) async -> SignOutOutcome { await SignOut(sessions: current)(id) }

    /// The deletion of an account whose service was asked, and answers when the gate opens.
    func delete(
        _ session: Session,
        answering result: Result<Void, AccountServiceFailure> = .success(()),
        after gate: Gate,
        consents: any ConsentRepository = InMemoryConsentRepository()
    ) async -> Task<Void, any Error> {
        let service = AccountServiceSpy(deleteAccount: result, beforeAnswering: { await gate.pass() })
        let sut = DeleteAccount(service: service, sessions: current, consents: consents)
        let task = Task { try await sut(session) }
        await gate.arrival()
        return task
    }

    /// The number of requests to refresh.
    var refreshCount: Int {
        server.requests.messages.count { if case .refresh = $0 { true } else { false } }
    }

    /// The number of requests to end a session.
    var revocationCount: Int {
        server.requests.messages.count { if case .revoke = $0 { true } else { false } }
    }
}

extension SessionServer {
    /// A server that refreshes no session while a switch is on.
    static func refreshing(unless isDown: Switch, dates: DateGenerator) -> SessionServer {
        SessionServer(dates: dates) { request throws(AccountServiceFailure) in
            if case .refresh = request, isDown.isOn { throw .remote(.network(.unreachable)) }
        }
    }

    /// A server whose first answer to a refresh passes a gate.
    static func answeringFirstRefresh(after gate: Gate, dates: DateGenerator) -> SessionServer {
        let isFirst = Switch(true)
        return SessionServer(
            dates: dates,
            after: { request in
                guard case .refresh = request, isFirst.isOn else { return }
                isFirst.isOn = false
                await gate.pass()
            }
        )
    }
}
