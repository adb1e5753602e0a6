import AccountFlowTesting
import Domain
import Presentation
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct StartViewModelTests {
    private func makeSUT(
        sessions: any SessionRepository,
        policy: SessionPolicy = .untilSignOut
    ) -> (StartViewModel, Recorder<StartState>, Outcomes) {
        let outcomes = Outcomes()
        let sut = StartViewModel(
            restoreSession: RestoreSession(sessions: .stub(sessions, policy: policy)),
            in: ScreenContext { outcomes.all.append($0) }
        )
        return (sut, Recorder(sut.state), outcomes)
    }

    @Test func `S1.1 a remembered session leads to Welcome`() async {
        let (sut, states, outcomes) = makeSUT(sessions: SessionRepositorySpy(load: .success(.stub())))

        await sut.start()

        #expect(states.values == [.idle, .checking, .idle])
        #expect(outcomes.all == [.restored(.stub())])
    }

    @Test func `a session that is uncertain because of the clock leads to Sign-in with a notice`() async {
        let later = Session.stub(startedAt: .stub + 2 * 86_400)
        let (sut, states, outcomes) = makeSUT(
            sessions: SessionRepositorySpy(load: .success(later)),
            policy: .standard
        )

        await sut.start()

        #expect(states.values == [.idle, .checking, .idle])
        #expect(outcomes.all == [.sessionUncertain])
    }

    @Test func `S1.1 an unreadable store is reported, and the action can be repeated`() async {
        let error = StorageError.stub(.session, .corrupt)
        let (sut, states, outcomes) = makeSUT(sessions: SessionRepositorySpy(load: .failure(error)))

        await sut.start()
        await sut.start()

        #expect(states.values == [.idle, .checking, .unavailable(error), .checking, .unavailable(error)])
        #expect(outcomes.all == [])
    }

    @Test func `S1.1 no remembered session leads to Sign-up, also if the action is repeated meanwhile`() async {
        let gate = Gate()
        let log = MessageLog<PortCall>()
        let (sut, states, outcomes) = makeSUT(
            sessions: SessionRepositorySpy(log: log, load: .success(nil), beforeAnswering: { await gate.pass() })
        )
        let first = Task { await sut.start() }
        await gate.arrival()

        await sut.start()
        #expect(states.values == [.idle, .checking])
        await gate.open()
        await first.value

        #expect(log.messages == [.loadSessions])
        #expect(states.values == [.idle, .checking, .idle])
        #expect(outcomes.all == [.signUp])
    }

    @Test func `an answer that comes after the screen was left is dropped`() async {
        let gate = Gate()
        let (sut, states, outcomes) = makeSUT(
            sessions: SessionRepositorySpy(load: .success(.stub()), beforeAnswering: { await gate.pass() })
        )
        let start = Task { await sut.start() }
        await gate.open { sut.cancel() }
        await start.value

        #expect(states.values == [.idle, .checking, .idle])
        #expect(outcomes.all == [])
    }

    @Test func `of two starts, only the answer to the later one counts`() async {
        let gate = Gate()
        let (sut, states, outcomes) = makeSUT(
            sessions: SessionRepositorySpy(load: .success(nil), beforeAnswering: { await gate.pass() })
        )
        let first = Task { await sut.start() }
        await gate.arrival()
        sut.cancel()
        let second = Task { await sut.start() }

        await gate.open()
        await first.value
        await second.value

        #expect(states.values == [.idle, .checking, .idle, .checking, .idle])
        #expect(outcomes.all == [.signUp])
    }
}
