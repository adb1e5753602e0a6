import AccountFlowTesting
import Domain
import Foundation
import Presentation
import Testing

/// Tests of the elapsed seconds during a submission, and of the countdown of a throttled sign-in.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct WaitingTests {
    private let clock = ManualClock()

    private var time: ScreenTiming { ScreenTiming(clock: clock, dates: clock.dates, signInDelay: .seconds(5)) }

    @Test func `S4.6 a sign-in takes the configured time, shows the elapsed seconds, and blocks nothing`() async {
        let log = MessageLog<PortCall>()
        let sut = SignInViewModel.stub(service: AccountServiceSpy(log: log), time: time)
        sut.fill(.signIn())
        let states = Recorder(sut.state)

        let submission = Task { await sut.submit() }
        await clock.sleepBegun(times: 2)
        for second in 1...4 {
            clock.advance(by: .seconds(1))
            _ = await sut.state.first { $0.submission.elapsed == .seconds(second) }
            await clock.sleepBegun(times: 2 + second)
        }
        sut.remember(false)
        #expect(log.messages == [])
        clock.advance(by: .seconds(1))
        await submission.value

        let told = states.values.map(\.submission.elapsed).reduce(into: [Duration]()) { told, elapsed in
            if told.last != elapsed { told.append(elapsed) }
        }
        #expect(told.prefix(5) == [.zero, .seconds(1), .seconds(2), .seconds(3), .seconds(4)])
        #expect(sut.state.value.phase == .done)
        #expect(sut.state.value.submission.elapsed == .zero)
        #expect(log.messages == [.authenticate(.stub()), .recognize(.stub()), .recognize(.stub())])
    }

    @Test func `S4.6 going back ends the wait at once, without a call of the service or the store`() async {
        let log = MessageLog<PortCall>()
        let outcomes = Outcomes()
        let sut = SignInViewModel.stub(
            service: AccountServiceSpy(log: log),
            sessions: SessionRepositorySpy(log: log),
            time: time,
            outcomes: outcomes
        )
        sut.fill(.signIn())
        let states = Recorder(sut.state)
        let submission = Task { await sut.submit() }
        await clock.sleepBegun(times: 2)

        sut.cancel()
        await submission.value

        #expect(states.values.map(\.phase) == [.idle, .submitting, .idle])
        #expect(log.messages == [])
        #expect(outcomes.all == [.left])
        #expect(clock.sleeperCount == 0)
    }

    @Test func `S4.6 a stopped submission stays on its screen with the typed text, and can be repeated`() async {
        let gate = Gate()
        let sut = SignUpViewModel.stub(
            service: AccountServiceSpy(beforeAnswering: { await gate.pass() }),
            time: time
        )
        sut.stop()
        sut.fill(.signUp())
        let states = Recorder(sut.state)
        let first = Task { await sut.submit() }
        await gate.arrival()

        sut.stop()
        sut.stop()
        await gate.open()
        await first.value
        #expect(sut.state.value.form.form == .signUp())
        await sut.submit()

        #expect(states.values.map(\.phase) == [.idle, .submitting, .idle, .submitting, .done])
    }

    @Test(arguments: [true, false])
    func `cancelling after the answer changes nothing`(isRefused: Bool) async {
        let signIn = SignInViewModel.stub(
            service: AccountServiceSpy(
                authenticate: isRefused ? .failure(.invalidCredentials) : .success(.authenticated(.stub()))
            )
        )
        signIn.fill(.signIn())
        await signIn.submit()
        let signUp = SignUpViewModel.stub(
            service: AccountServiceSpy(
                register: isRefused ? .failure(.duplicateAccount) : .success(.authenticated(.stub()))
            )
        )
        signUp.fill(.signUp())
        await signUp.submit()

        signIn.stop()
        signUp.stop()

        #expect(signIn.state.value.phase == (isRefused ? .failed(.invalidCredentials) : .done))
        #expect(signUp.state.value.phase == (isRefused ? .failed(.duplicateAccount) : .done))
    }

    /// Stops a sign-in at the gate, and submits it again while the first submission waits there.
    private func submitAgainAfterStop() async -> (SignInViewModel, MessageLog<PortCall>, Gate, [Task<Void, Never>]) {
        let gate = Gate()
        let log = MessageLog<PortCall>()
        let sut = SignInViewModel.stub(
            service: AccountServiceSpy(log: log, beforeAnswering: { await gate.pass() }),
            sessions: SessionRepositorySpy(log: log)
        )
        sut.fill(.signIn())
        let first = Task { await sut.submit() }
        await gate.arrival()
        sut.stop()
        let second = Task { await sut.submit() }
        _ = await sut.state.first { $0.phase == .submitting }
        return (sut, log, gate, [first, second])
    }

    @Test func `a submission starts only after the cancelled one has ended`() async {
        let (_, log, gate, submissions) = await submitAgainAfterStop()
        #expect(log.messages == [.loadSessions, .authenticate(.stub())])

        await gate.open()
        for submission in submissions { await submission.value }

        #expect(
            log.messages == [
                .loadSessions, .authenticate(.stub()), .loadSessions, .authenticate(.stub()),
                .recognize(.stub()), .changeSessions(StoredSessions(.stub())), .recognize(.stub()),
            ]
        )
    }

    @Test func `a submission that is stopped while it waits for the previous one never starts`() async {
        let (sut, log, gate, submissions) = await submitAgainAfterStop()

        sut.stop()
        await gate.open()
        for submission in submissions { await submission.value }

        #expect(log.messages == [.loadSessions, .authenticate(.stub())])
        #expect(sut.state.value.phase == .idle)
    }

    // MARK: Throttling

    private func throttled(_ error: AuthenticationError) -> SignInViewModel {
        SignInViewModel.stub(
            service: AccountServiceSpy(authenticate: .failure(error)),
            time: ScreenTiming(clock: clock, dates: clock.dates)
        )
    }

    @Test func `C9 a throttled sign-in counts down the seconds, then removes its message`() async {
        let sut = throttled(.throttled(.until(clock.date + 2.5)))
        sut.fill(.signIn())
        let states = Recorder(sut.state)

        await sut.submit()
        for second in 1...3 {
            await clock.sleepBegun(times: 1 + second)
            clock.advance(by: .seconds(1))
            _ = await sut.state.first { $0.submission.wait == (second < 3 ? .seconds(3 - second) : nil) }
        }

        let failed = SubmissionPhase<SignInError>.failed(.throttled(.until(.stub + 2.5)))
        #expect(states.values.map(\.phase) == [.idle, .submitting, failed, failed, failed, .idle])
        #expect(states.values.map(\.submission.wait) == [nil, nil, .seconds(3), .seconds(2), .seconds(1), nil])
        #expect(states.values.map(\.canSubmit) == [true, false, true, true, true, true])
        #expect(states.values.allSatisfy { $0.form[.id] == .valid && $0.form[.password] == .valid })
    }

    @Test func `the seconds to wait that a server reports are shown too, until the next edit`() async {
        let sut = throttled(.service(.remote(.throttled(retryAfter: .milliseconds(1_001)))))
        sut.fill(.signIn())
        await sut.submit()
        #expect(sut.state.value.submission.wait == .seconds(2))
        sut.edit(.id, "second@gmail.com")
        #expect(sut.state.value.submission == SubmissionState(form: sut.state.value.form))
    }

    @Test func `a throttled sign-in with no end date or a past one shows no countdown`() async {
        for throttling in [Throttling.banned, .until(clock.date), .until(clock.date - 1)] {
            let sut = throttled(.throttled(throttling))
            sut.fill(.signIn())
            await sut.submit()
            #expect(sut.state.value.submission.wait == nil)
            #expect(sut.state.value.phase == .failed(.throttled(throttling)))
        }
    }

    @Test(arguments: [(-1, 1_000), (0, 1_000), (999, 1_000), (1_000, 1_000), (1_001, 1_001)])
    func `a step lasts at least a millisecond`(microseconds: Int, expected: Int) {
        var time = ScreenTiming(updateInterval: .microseconds(microseconds))
        #expect(time.updateInterval == .microseconds(expected))
        time.updateInterval = .seconds(1)
        time.updateInterval = .microseconds(microseconds)
        #expect(time.updateInterval == .microseconds(expected))
    }
}
