import AccountFlowTesting
import Domain
import Foundation
import Persistence
import Presentation
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ChallengeViewModelTests {
    private let clock = ManualClock()
    private let operations = InMemoryPendingOperationRepository()
    private let sessions = InMemorySessionRepository()
    private let outcomes = Outcomes()

    private func server(
        _ kind: Challenge.Kind = .code(length: 6, destination: nil),
        _ purpose: Challenge.Purpose = .secondFactor,
        outcome: ChallengeOutcome = .authenticated(.stub()),
        failure: AccountServiceFailure? = nil
    ) -> ChallengeServer {
        ChallengeServer(kind, purpose, dates: clock.dates, outcome: outcome, failure: failure)
    }

    private func makeSUT(
        _ server: ChallengeServer,
        _ challenge: Challenge,
        context: ChallengeContext = ChallengeContext(),
        terms: Terms = .none
    ) -> ChallengeViewModel {
        ChallengeViewModel(
            challenge: challenge,
            context: context,
            useCases: ChallengeUseCases(
                service: server,
                operations: operations,
                sessions: .stub(sessions),
                dates: clock.dates,
                review: ReviewTerms(terms: terms, consents: InMemoryConsentRepository())
            ),
            time: ScreenTiming(clock: clock, dates: clock.dates),
            proceed: { [outcomes] in outcomes.all.append($0) }
        )
    }

    private func submit(_ code: String, in sut: ChallengeViewModel) async {
        sut.edit(.code, code)
        await sut.submit()
    }

    @Test func `a wrong code rejects the field with the attempts left, and the right one signs in`() async {
        let server = server()
        let challenge = server.begin()
        let sut = makeSUT(server, challenge)
        #expect(sut.state.value.form.fields == [.code])
        #expect(!sut.state.value.canSubmit)
        await submit("1", in: sut)
        #expect(sut.state.value.phase == .failed(.rejected(.wrong(attemptsLeft: 2))))
        #expect(sut.state.value.challenge.attemptsLeft == 2)
        #expect(outcomes.all.isEmpty)
        await submit(server.code(of: challenge), in: sut)
        guard case .signedIn(let session, nil) = outcomes.all.first else { return #expect(Bool(false)) }
        #expect(session.accountID == challenge.accountID)
        #expect(sut.state.value.form.form == AccountForm())
    }

    @Test(arguments: [true, false])
    func `what the user decided at the sign-in counts`(remembers: Bool) async throws {
        let server = server()
        let challenge = server.begin()
        let context = ChallengeContext(agreeingTo: [.stub("terms")], remembers: remembers)
        let sut = makeSUT(server, challenge, context: context, terms: Terms(required: [.stub("terms")]))
        await submit(server.code(of: challenge), in: sut)
        #expect(outcomes.all.count == 1)
        #expect(await sessions.load().sessions.count == (remembers ? 1 : 0))
    }

    @Test func `a missing agreement is asked for, and uses no code`() async {
        let server = server()
        let challenge = server.begin()
        let sut = makeSUT(server, challenge, terms: Terms(required: [.stub("terms")]))
        await submit(server.code(of: challenge), in: sut)
        #expect(sut.state.value.phase == .idle)
        #expect(sut.alerts.state.value?.subject == .termsRequired([.stub("terms")]))
        await sut.alerts.answer(.agree)
        #expect(outcomes.all.count == 1)
    }

    @Test func `a link is accepted instead of its code, and a confirmed address leads to Sign-in`() async {
        let server = server(.link(destination: nil), .addressConfirmation, outcome: .confirmed)
        let challenge = server.begin()
        let sut = makeSUT(server, challenge)
        await submit("https://x.com/verify?token=\(server.code(of: challenge))", in: sut)
        #expect(outcomes.all == [.signIn, .noticed(.addressConfirmed)])
    }

    @Test func `too many wrong codes end the step`() async {
        let server = server()
        let challenge = server.begin()
        let sut = makeSUT(server, challenge)
        for _ in 0..<3 { await submit("1", in: sut) }
        #expect(sut.state.value.phase == .failed(.rejected(.wrong(attemptsLeft: 0))))
        await submit("2", in: sut)
        #expect(sut.state.value.isOver)
        #expect(!sut.state.value.canSubmit && !sut.state.value.canResend)
    }

    @Test func `another message can be requested after a minute, which is counted down`() async {
        let server = server()
        let challenge = server.begin()
        let sut = makeSUT(server, challenge)
        #expect(sut.state.value.resendWait == .seconds(60))
        #expect(!sut.state.value.canResend)
        let old = server.code(of: challenge)
        await sut.resend()
        #expect(server.code(of: challenge) == old)
        while clock.sleeperCount == 0 { await Task.yield() }
        clock.advance(by: .seconds(60))
        _ = await sut.state.first { $0.canResend }
        await sut.resend()
        #expect(server.code(of: challenge) != old)
        #expect(sut.state.value.challenge.sentAt == .stub + 60)
        #expect(sut.state.value.resendWait == .seconds(60))
        #expect(sut.state.value.phase == .idle)
    }

    @Test func `an authenticator app has no messages`() async {
        let server = server(.totp)
        let sut = makeSUT(server, server.begin())
        #expect(!sut.state.value.canResend && sut.state.value.resendWait == nil)
    }

    @Test func `a failure keeps the code, and the user can try again`() async {
        let server = server(failure: .remote(.network(.unreachable)))
        let sut = makeSUT(server, server.begin())
        await submit("1", in: sut)
        #expect(sut.state.value.phase == .failed(.rejected(.service(.remote(.network(.unreachable))))))
        #expect(sut.state.value.form.form[.code] == "1")
        #expect(sut.state.value.canSubmit)
    }

    @Test func `a further step replaces the first one`() async {
        let next = Challenge(
            id: ChallengeID("2"),
            accountID: .stub(),
            kind: .totp,
            purpose: .secondFactor,
            sentAt: .stub
        )
        let server = server(outcome: .challenge(next))
        let challenge = server.begin()
        let sut = makeSUT(server, challenge)
        await submit(server.code(of: challenge), in: sut)
        #expect(sut.state.value.challenge == next)
        #expect(sut.state.value.form.form[.code].isEmpty)
        #expect(outcomes.all.isEmpty)
    }

    @Test(arguments: [Challenge.Purpose.addressConfirmation, .secondFactor])
    func `leaving forgets a second factor, and keeps the confirmation of an address`(purpose: Challenge.Purpose)
        async throws
    {
        let server = server(.code(length: nil, destination: nil), purpose)
        let challenge = server.begin()
        let sut = makeSUT(server, challenge)
        await sut.cancel()
        #expect(outcomes.all == [.left])
        #expect(server.code(of: challenge).isEmpty == (purpose == .secondFactor))
    }

    // MARK: The flow

    @Test func `sign-in leads to the step, whose answer leads to the main screen`() async throws {
        let server = server()
        let flow = RootFlowViewModel.stub(launchStyle: .signInScreen, service: server, answering: server)
        await flow.launch()
        let signIn = flow.makeSignInViewModel()
        signIn.fill(.signIn())
        await signIn.submit()
        guard case .challenge(let challenge, let context) = flow.state.value.route else {
            return #expect(flow.state.value.route == nil)
        }
        let sut = flow.makeChallengeViewModel(for: challenge, context)
        await submit(server.code(of: challenge), in: sut)
        guard case .home(let session?) = flow.state.value.route else { return #expect(flow.state.value.route == nil) }
        #expect(session.accountID == challenge.accountID)
    }

    @Test func `sign-up leads to the step, and leaving it offers it at Sign-in`() async throws {
        let server = server(.link(destination: nil), .addressConfirmation, outcome: .confirmed)
        let flow = RootFlowViewModel.stub(
            launchStyle: .signInScreen,
            service: server,
            operations: operations,
            answering: server
        )
        await flow.launch()
        let signIn = flow.makeSignInViewModel()
        await signIn.appear()
        #expect(signIn.state.value.pendingConfirmation == nil)
        signIn.fill(.signIn())
        await signIn.submit()
        guard case .challenge(let challenge, let context) = flow.state.value.route else {
            return #expect(flow.state.value.route == nil)
        }
        await flow.makeChallengeViewModel(for: challenge, context).cancel()
        #expect(flow.state.value == .at(.signIn))
        await signIn.appear()
        #expect(signIn.state.value.pendingConfirmation?.id == challenge.id)
        signIn.confirmAddress()
        guard case .challenge(let again, let second) = flow.state.value.route else {
            return #expect(flow.state.value.route == nil)
        }
        let sut = flow.makeChallengeViewModel(for: again, second)
        await submit(server.code(of: challenge), in: sut)
        #expect(flow.state.value == .at(.signIn))
    }
}
