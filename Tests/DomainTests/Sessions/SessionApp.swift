import AccountFlowTesting
import Domain
import Foundation
import Persistence
import Testing

/// An app with a session of a server; several apps on one store are processes of one device.
struct SessionApp {
    let clock: ManualClock
    let store: any SessionRepository
    let server: SessionServer
    let current: CurrentSession

    init(
        store: any SessionRepository = InMemorySessionRepository(),
        server: SessionServer? = nil,
        clock: ManualClock = ManualClock(),
        isRevoked: Bool = true
    ) {
        self.clock = clock
        self.store = store
        self.server = server ?? SessionServer(dates: clock.dates)
        current = CurrentSession(
            store,
            refreshing: self.server,
            revoking: isRevoked ? self.server : nil,
            dates: clock.dates,
            clock: clock
        )
    }

    /// A sign-in of an account, whose tokens the server makes.
    func signIn(
        _ id: String = "kim",
        registrationID: RegistrationID? = nil,
        remember: Bool = true,
        tokens: TokenSet? = nil,
        policy: SessionPolicy = .untilSignOut
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
            sessions: current,
            dates: clock.dates,
            policy: policy
        )
        return try await sut(.signIn(id: id), remember: remember).get().session
    }

    /// The same device after another launch.
    func relaunched() -> SessionApp { SessionApp(store: store, server: server, clock: clock) }

    func restore(_ policy: SessionPolicy = .untilSignOut) async -> RestoreOutcome {
        await RestoreSession(sessions: current, policy: policy)()
    }

    func list(_ policy: SessionPolicy = .untilSignOut) async throws(StorageError) -> [SessionItem] {
        try await ListSessions(sessions: current, restore: RestoreSession(sessions: current, policy: policy))()
    }

    func switchAccount(
        to id: SessionID,
        _ policy: SessionPolicy = .untilSignOut
    ) async throws(SwitchAccountError) -> RestoreOutcome {
        try await SwitchAccount(sessions: current, restore: RestoreSession(sessions: current, policy: policy))(id)
    }

    func signOut(_ id: SessionID? = nil) async -> SignOutOutcome { await SignOut(sessions: current)(id) }

    /// The number of requests to refresh.
    var refreshCount: Int {
        server.requests.messages.count { if case .refresh = $0 { true } else { false } }
    }

    /// The number of requests to end a session.
    var revocationCount: Int {
        server.requests.messages.count { if case .revoke = $0 { true } else { false } }
    }
}
