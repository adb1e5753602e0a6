import AccountFlowTesting
import Domain
import Foundation
import Persistence
import Testing
import TestSupport

/// Tests of the readers of the state.
@Suite(.timeLimit(.minutes(60)))
struct StateStreamTests {
    /// Publishes a number of different states.
    private static func walk(_ app: SessionApp, steps: Int, afterEach: () async -> Void = {}) async throws
        -> [SessionState]
    {
        var published: [SessionState] = []
        for step in 0..<steps {
            if step.isMultiple(of: 2) { _ = try await app.signIn() } else { _ = await app.signOut() }
            published.append(app.current.state)
            await afterEach()
        }
        return published
    }

    @Test func `a reader gets the current state first, and then every change once`() async throws {
        let app = SessionApp()
        #expect(app.current.state == .restoring)
        let session = try await app.signIn()
        var states = app.current.states.makeAsyncIterator()
        #expect(await states.next() == .signedIn(session, .fresh))
        // An equal state is no change.
        #expect(await app.restore() == .restored(session))
        _ = await app.signOut()
        #expect(await states.next() == .signedOut(.signedOut))
        let next = try await app.signIn("lee")
        #expect(await states.next() == .signedIn(next, .fresh))
    }

    @Test func `a state that is equal to the current one is not published again`() async {
        let stream = StateStream(1)
        var states = stream.states.makeAsyncIterator()
        #expect(await states.next() == 1)
        stream.send(1)
        stream.finish()
        #expect(await states.next() == nil)
    }

    @Test func `a slow reader skips states, but not the newest`() async throws {
        let app = SessionApp()
        var states = app.current.states.makeAsyncIterator()
        #expect(await states.next() == .restoring)
        let published = try await Self.walk(app, steps: 7)
        #expect(await states.next() == published.last)
        _ = await app.signOut()
        #expect(await states.next() == .signedOut(.signedOut))
    }

    @Test func `the sequences end when the app is shut down, and later ones have only the present state`() async throws
    {
        let app = SessionApp()
        let session = try await app.signIn()
        let read = Task { await app.current.states.reduce(into: []) { $0.append($1) } }
        var states = app.current.states.makeAsyncIterator()
        #expect(await states.next() == .signedIn(session, .fresh))
        await app.current.shutDown()
        #expect(await states.next() == nil)
        #expect(await read.value.last == .signedIn(session, .fresh))
        _ = await app.signOut()
        #expect(await app.current.states.reduce(into: []) { $0.append($1) } == [.signedOut(.signedOut)])
    }

    @Test func `shutting down ends a request that is not answered within three seconds`() async throws {
        let clock = ManualClock()
        let server = SessionServer(dates: clock.dates) { _ throws(AccountServiceFailure) in
            do {
                try await clock.sleep(for: .seconds(1_000_000))
            } catch {
                throw .cancelled
            }
        }
        let app = SessionApp(server: server, clock: clock)
        let session = try await app.signIn()
        let refresh = Task { try await app.current.session(replacing: session) }
        await clock.sleepBegun()
        let shutdown = Task { await app.current.shutDown() }
        await clock.sleepBegun(times: 2)
        clock.advance(by: .seconds(3))
        await shutdown.value
        await #expect(throws: SessionError.cancelled) { try await refresh.value }
        #expect(try await app.store.load() == StoredSessions(session))
    }

    @Test func `all readers that keep up see the same states in the same order`() async throws {
        let (readers, steps) = (100, Thoroughness.count(100, change: 1_000, soak: 10_000))
        let app = SessionApp(isRevoked: false)
        let arrivals = MessageLog<Void>()
        let current = app.current
        let tasks = (0..<readers).map { _ in
            Task {
                var seen: [SessionState] = []
                for await state in current.states {
                    seen.append(state)
                    arrivals.append(())
                }
                return seen
            }
        }
        await arrivals.arrival(of: readers)
        var count = readers
        let published = try await Self.walk(app, steps: steps) {
            count += readers
            await arrivals.arrival(of: count)
        }
        await current.shutDown()
        for task in tasks { #expect(await task.value == [.restoring] + published) }
    }

    @Test func `readers that do not keep up see states in the order of publication`() async throws {
        let app = SessionApp(isRevoked: false)
        let current = app.current
        let begun = MessageLog<Void>()
        let tasks = (0..<100).map { _ in
            Task {
                var seen: [SessionState] = []
                for await state in current.states {
                    if seen.isEmpty { begun.append(()) }
                    seen.append(state)
                }
                return seen
            }
        }
        await begun.arrival(of: tasks.count)
        // A state with a session occurs once, so its place is known.
        let published = try await Self.walk(app, steps: Thoroughness.count(501, change: 2_001, soak: 10_001))
        await current.shutDown()
        let places = Dictionary(
            uniqueKeysWithValues: published.enumerated().filter { $1.session != nil }.map { ($1, $0) }
        )
        for task in tasks {
            let seen = await task.value
            let order = seen.compactMap { places[$0] }
            #expect(order == order.sorted())
            #expect(seen.last == published.last)
        }
    }

    @Test func `a reader that was cancelled or dropped leaves nothing behind`() async throws {
        weak var repository: InMemorySessionRepository?
        weak var current: CurrentSession?
        let begun = MessageLog<Void>()
        var task: Task<Void, Never>?
        do {
            let store = InMemorySessionRepository()
            let owner = CurrentSession(store)
            (repository, current) = (store, owner)
            for _ in 0..<100 { _ = owner.states }
            task = Task { [states = owner.states] in
                for await _ in states { begun.append(()) }
            }
            await begun.arrival(of: 1)
        }
        // The reader does not keep the owner, whose end is the end of the sequence.
        await task?.value
        #expect(current == nil)
        #expect(repository == nil)
    }

    @Test func `the last state before a shutdown is that of the store`() async throws {
        let (gate, isSlow) = (Gate(), Switch(false))
        let store = SessionRepositorySpy(
            wrapping: InMemorySessionRepository(),
            after: { call in
                if case .changeSessions = call, isSlow.isOn { await gate.pass() }
            }
        )
        let app = SessionApp(store: store, isRevoked: false)
        _ = try await app.signIn()
        let read = Task { [states = app.current.states] in await states.reduce(into: []) { $0.append($1) } }
        isSlow.isOn = true
        let signOut = Task { await app.signOut() }
        await gate.arrival()
        let shutdown = Task { await app.current.shutDown() }
        for _ in 0..<200 { await Task.yield() }
        isSlow.isOn = false
        await gate.open()
        _ = await signOut.value
        await shutdown.value
        #expect(await read.value.last == .signedOut(.signedOut))
        #expect(try await app.store.load() == StoredSessions())
    }
}
