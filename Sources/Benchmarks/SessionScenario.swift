import Domain
import Foundation
import Persistence
import Synchronization

/// The cost of a session that is in use: its token, its states, and a change of the active one.
struct SessionScenario {
    let table: Table

    /// The floor of a fresh token: a lock around a dictionary.
    private final class Slot: Sendable {
        private let tokens: Mutex<[SessionID: TokenSet]>

        init(_ session: Session) { tokens = Mutex([session.id: session.tokens]) }

        func tokens(of id: SessionID) -> TokenSet? { tokens.withLock { $0[id] } }
    }

    /// The floor of a call to an actor.
    private actor Echo {
        func answer(_ session: Session) -> Session { session }
    }

    /// A service that never has to refresh anything.
    private struct Refresher: SessionRefreshing {
        func refresh(_ session: Session) async throws(AccountServiceFailure) -> TokenSet { session.tokens }
    }

    /// A service that never answers, until its caller is cancelled.
    private struct DeadServer: SessionRevoking {
        let revocableScopes = Set(SignOutScope.allCases)

        func revoke(_ session: Session, scope: SignOutScope) async throws(AccountServiceFailure) {
            // The sleep only ends by a cancellation.
            try? await Task.sleep(for: .seconds(86_400))
            throw .cancelled
        }
    }

    func run() async throws {
        try await freshToken()
        try await states()
        try await switching()
        try await signingOut()
    }

    private func session(_ number: Int) throws -> Session {
        Session(
            id: SessionID(.random),
            accountID: try AccountID("person\(number)@example.com"),
            profile: Profile(),
            tokens: TokenSet(AccessToken("access-\(number)"), accessExpiresAt: .now + 3_600),
            startedAt: .now,
            isRemembered: true
        )
    }

    private func freshToken() async throws {
        let session = try session(0)
        let current = CurrentSession(InMemorySessionRepository(session), refreshing: Refresher())
        _ = await RestoreSession(sessions: current)()
        let (slot, echo, clock) = (Slot(session), Echo(), ContinuousClock())
        let calls = 10_000
        var (ours, floor, actor) = ([Double](), [Double](), [Double]())
        for _ in 0..<9 {
            func time(_ work: () async throws -> Void) async rethrows -> Double {
                try await clock.measure { for _ in 0..<calls { try await work() } }.seconds / Double(calls) * 1e9
            }
            ours.append(try await time { blackHole(try await current.session()) })
            actor.append(await time { blackHole(await echo.answer(session)) })
            floor.append(await time { blackHole(slot.tokens(of: session.id)) })
        }
        table.section("a fresh token")
        table.samples("session()", ours, "ns")
        table.samples("floor: a call to an actor", actor, "ns", beside: ours)
        table.samples("floor: a lock and a dictionary", floor, "ns", beside: ours)
        table.goal("a fresh token", ours, atMost: 2_000, unit: "ns")
    }

    private func states() async throws {
        table.section("publishing a state")
        let session = try session(0)
        // As after a refresh.
        let renewed = session.with(TokenSet(AccessToken("access-1"), accessExpiresAt: .now + 3_600))
        for count in [0, 1, 100] {
            let current = CurrentSession(InMemorySessionRepository(session))
            _ = await RestoreSession(sessions: current)()
            let readers = (0..<count).map { _ in current.states }
            let measured = await publishing([.signedIn(session, .fresh), .signedIn(renewed, .fresh)], by: current)
            table.line("a session, \(count) readers", measured[0])
            table.line("floor: a lock", measured[1], beside: measured[0])
            if count == 0 { table.goal("publishing, without readers", measured[0], atMost: 1_000) }
            withExtendedLifetime(readers) {}
        }
    }

    private func publishing(_ states: [SessionState], by current: isolated CurrentSession) -> [Measurement] {
        var number = 0
        return Measurement.inTurn([
            {
                number += 1
                current.publish(states[number % states.count])
            },
            { blackHole(current.state) },
        ])
    }

    private func switching() async throws {
        let disk = try BenchmarkDisk()
        defer { disk.remove() }
        let repository = FileSessionRepository(folder: disk.folder())
        let sessions = try (0..<50).map { try session($0) }
        try await repository.update { stored in
            for session in sessions { stored.begin(session) }
        }
        let current = CurrentSession(repository)
        let restore = RestoreSession(sessions: current)
        let sut = SwitchAccount(sessions: current, restore: restore)
        _ = await restore()
        let clock = ContinuousClock()
        var (taken, floors) = ([Double](), [Double]())
        for round in 0...40 {
            let elapsed = try await clock.measure { _ = try await sut(sessions[round].id) }
            taken.append(elapsed.seconds * 1e3)
            floors.append(try 1e3 / disk.appendRate(20, zeros: false))
        }
        table.section("a switch among 50 accounts, durable")
        table.samples("switch", taken, "ms")
        table.samples("floor: one synchronised write", floors, "ms", beside: taken)
        table.goal("a switch among 50 accounts", taken, atMost: 10, unit: "ms")
    }

    private func signingOut() async throws {
        let disk = try BenchmarkDisk()
        defer { disk.remove() }
        let repository = FileSessionRepository(folder: disk.folder())
        let current = CurrentSession(repository, revoking: DeadServer())
        let (restore, sut) = (RestoreSession(sessions: current), SignOut(sessions: current))
        let clock = ContinuousClock()
        var (taken, floors) = ([Double](), [Double]())
        for round in 0...40 {
            let session = try session(round)
            try await repository.update { $0.begin(session) }
            _ = await restore()
            taken.append(await clock.measure { _ = await sut() }.seconds * 1e3)
            floors.append(try 1e3 / disk.appendRate(20, zeros: false))
        }
        await current.shutDown()
        table.section("a sign-out while the server does not answer, durable")
        table.samples("sign-out", taken, "ms")
        table.samples("floor: one synchronised write", floors, "ms", beside: taken)
        table.goal("a sign-out while the server does not answer", taken, atMost: 5, unit: "ms")
    }
}
