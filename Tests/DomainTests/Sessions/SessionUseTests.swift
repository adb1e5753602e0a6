import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of the expiry of a session while the app runs, and of the record of its uses, which postpones it.
@Suite(.timeLimit(.minutes(5)))
struct SessionUseTests {
    enum Finding: CaseIterable {
        case token, rejection, notice, timer
    }

    private let log = MessageLog<PortCall>()

    /// An app whose tokens do not expire, whose store logs its calls, and whose server is not told about sign-outs.
    private func makeApp(
        _ policy: SessionPolicy,
        failingWhile isFailing: Switch = Switch(false),
        waitingWhile isWaiting: Switch = Switch(false),
        at gate: Gate = Gate()
    ) -> SessionApp {
        let store = SessionRepositorySpy(wrapping: InMemorySessionRepository(), log: log) { call throws(StorageError) in
            guard case .changeSessions = call else { return }
            if isWaiting.isOn { await gate.pass() }
            if isFailing.isOn { throw .stub() }
        }
        return SessionApp(store: store, server: SessionServer(lifetime: nil), isRevoked: false, policy: policy)
    }

    /// The numbers of changes and of all calls of the store.
    private var calls: [Int] {
        let changes = log.messages.count { if case .changeSessions = $0 { true } else { false } }
        return [changes, log.messages.count]
    }

    @Test(
        arguments: Finding.allCases,
        [
            SessionPolicy(lifetime: 100, lastUsedGranularity: 1_000),
            SessionPolicy(idleLifetime: 100, lastUsedGranularity: 1_000), SessionPolicy(idleLifetime: 100),
        ]
    )
    func `a session that expires while the app runs ends when the app uses or notices it`(
        finding: Finding,
        policy: SessionPolicy
    ) async throws {
        for isRemembered in [true, false] {
            let app = makeApp(policy)
            let session = try await app.signIn(remember: isRemembered)
            app.clock.advance(by: .seconds(99))
            await app.current.noticeChanges(isUse: false)
            #expect(app.current.state.session == session)
            app.clock.advance(by: .seconds(1))
            switch finding {
            case .token: await #expect(throws: SessionError.ended) { try await app.current.session() }
            case .rejection:
                await #expect(throws: SessionError.ended) { try await app.current.session(replacing: session) }
            case .notice: await app.current.noticeChanges()
            case .timer: await app.current.noticeChanges(isUse: false)
            }
            #expect(app.current.state == .signedOut(.expired))
            // The date may be wrong at the next launch.
            #expect(try await app.store.active() == (isRemembered ? session : nil))
            #expect(app.refreshCount == 0)
        }
    }

    @Test(arguments: [true, false], [Finding.token, .notice])
    func `a session that is used every day does not expire without use`(
        isRemembered: Bool,
        finding: Finding
    ) async throws {
        let app = makeApp(.standard)
        let session = try await app.signIn(remember: isRemembered)
        for _ in 0..<29 {
            app.clock.advance(by: .seconds(86_400))
            if finding == .token { _ = try await app.current.session() } else { await app.current.noticeChanges() }
        }
        #expect(app.current.state.session?.id == session.id)
        #expect(try await app.list().map(\.isExpired) == [false])
        let launched = await app.relaunched().restore()
        #expect(launched == (isRemembered ? .restored(session.touched(at: app.clock.date)) : .none))
        app.clock.advance(by: .seconds(86_400))
        await #expect(throws: SessionError.ended) { try await app.current.session() }
    }

    @Test func `a use is recorded once in a while, and not for each token`() async throws {
        let (isWaiting, gate, callers) = (Switch(false), Gate(), MessageLog<Void>())
        let policy = SessionPolicy(idleLifetime: 100, lastUsedGranularity: 10)
        let app = makeApp(policy, waitingWhile: isWaiting, at: gate)
        let session = try await app.signIn()
        let before = calls
        app.clock.advance(by: .seconds(9))
        for _ in 0..<100 { #expect(try await app.current.session() == session) }
        #expect(calls == before)
        app.clock.advance(by: .seconds(1))
        isWaiting.isOn = true
        try await withThrowingTaskGroup { group in
            for _ in 0..<100 {
                group.addTask {
                    callers.append(())
                    _ = try await app.current.session()
                }
            }
            // The use of the first caller is being stored when the others come.
            await callers.arrival(of: 100)
            await gate.open()
            try await group.waitForAll()
        }
        await app.current.noticeChanges()
        // The notice reads the store.
        #expect(calls == [before[0] + 1, before[1] + 2])
        #expect(app.current.state == .signedIn(session.touched(at: .stub + 10), .fresh))
        #expect(try await app.store.active() == session.touched(at: .stub + 10))
    }

    @Test func `a timer is no use of a session`() async throws {
        let app = makeApp(SessionPolicy(idleLifetime: 100, lastUsedGranularity: 10))
        let session = try await app.signIn()
        for _ in 0..<9 {
            app.clock.advance(by: .seconds(11))
            await app.current.noticeChanges(isUse: false)
            #expect(app.current.state.session == session)
        }
        app.clock.advance(by: .seconds(1))
        await app.current.noticeChanges(isUse: false)
        #expect(app.current.state == .signedOut(.expired))
    }

    @Test func `a store that cannot record a use is not asked again at once, and the session goes on`() async throws {
        let isFailing = Switch(false)
        let app = makeApp(SessionPolicy(idleLifetime: 100, lastUsedGranularity: 10), failingWhile: isFailing)
        let session = try await app.signIn()
        isFailing.isOn = true
        app.clock.advance(by: .seconds(90))
        let before = calls
        for _ in 0..<100 { _ = try await app.current.session() }
        // A store that can only be read says what another process has changed.
        #expect(calls == [before[0] + 1, before[1] + 2])
        app.clock.advance(by: .seconds(90))
        #expect(try await app.current.session().id == session.id)
        isFailing.isOn = false
        app.clock.advance(by: .seconds(10))
        _ = try await app.current.session()
        #expect(try await app.store.active() == session.touched(at: .stub + 190))
    }

    @Test(arguments: Finding.allCases)
    func `the use of a session by another process keeps it from expiring here`(finding: Finding) async throws {
        let app = makeApp(SessionPolicy(idleLifetime: 100, lastUsedGranularity: 10))
        let session = try await app.signIn()
        let other = app.relaunched()
        _ = await other.restore()
        app.clock.advance(by: .seconds(50))
        _ = try await other.current.session()
        app.clock.advance(by: .seconds(50))
        switch finding {
        case .token: _ = try await app.current.session()
        case .rejection: _ = try await app.current.session(replacing: session)
        case .notice: await app.current.noticeChanges()
        case .timer: await app.current.noticeChanges(isUse: false)
        }
        #expect(app.current.state.session?.id == session.id)
        app.clock.advance(by: .seconds(100))
        await app.current.noticeChanges(isUse: false)
        #expect(app.current.state == .signedOut(.expired))
    }

    @Test func `a use does not hide a later one of another process`() async throws {
        let app = makeApp(SessionPolicy(idleLifetime: 100, lastUsedGranularity: 10))
        let session = try await app.signIn()
        let later = session.touched(at: .stub + 80)
        try await app.store.update { $0.update(later) }
        app.clock.advance(by: .seconds(20))
        #expect(try await app.current.session() == later)
        #expect(try await app.store.active() == later)
    }

    @Test(arguments: [400, -400, 0.001] as [Double], [true, false])
    func `a date that changes while the app runs neither ends nor extends the use of a session`(
        days: Double,
        isRemembered: Bool
    ) async throws {
        let app = makeApp(SessionPolicy(idleLifetime: 100, lastUsedGranularity: 10))
        let session = try await app.signIn(remember: isRemembered)
        app.clock.date += days * 86_400
        app.clock.advance(by: .seconds(50))
        #expect(try await app.current.session() == session.touched(at: .stub + 50))
        app.clock.date -= days * 86_400
        app.clock.advance(by: .seconds(99))
        await app.current.noticeChanges(isUse: false)
        #expect(app.current.state.session?.id == session.id)
        app.clock.date += days * 86_400
        app.clock.advance(by: .seconds(1))
        await app.current.noticeChanges()
        #expect(app.current.state == .signedOut(.expired))
    }

    @Test func `a session without a lifetime does not expire, and its use is not recorded`() async throws {
        let app = makeApp(.untilSignOut)
        let session = try await app.signIn()
        let before = calls
        app.clock.advance(by: .seconds(400 * 86_400))
        #expect(try await app.current.session() == session)
        await app.current.noticeChanges()
        #expect(app.current.state == .signedIn(session, .fresh))
        #expect(calls[0] == before[0])
    }

    @Test func `a use that could not be stored keeps the session from expiring in this run`() async throws {
        let isFailing = Switch(false)
        let app = makeApp(SessionPolicy(idleLifetime: 100, lastUsedGranularity: 10), failingWhile: isFailing)
        let session = try await app.signIn()
        isFailing.isOn = true
        for _ in 0..<2 {
            app.clock.advance(by: .seconds(90))
            #expect(try await app.current.session().id == session.id)
        }
        #expect(try await app.list().map(\.isExpired) == [false])
        _ = await app.restore()
        #expect(app.current.state.session?.id == session.id)
    }
}
