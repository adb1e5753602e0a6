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
        style: SignInStyle = SignInStyle(),
        terms: Terms = .none,
        consents: any ConsentRepository = InMemoryConsentRepository()
    ) -> ChallengeViewModel {
        ChallengeViewModel(
            challenge: challenge,
            context: context,
            style: style,
            answerChallenge: AnswerChallenge(
                service: server,
                operations: operations,
                sessions: .stub(sessions, dates: clock.dates),
                review: ReviewTerms(terms: terms, consents: consents)
            ),
            in: ScreenContext(time: ScreenTiming(clock: clock, dates: clock.dates)) { [outcomes] in
                outcomes.all.append($0)
            }
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
        #expect(sut.state.value.phase == .failed(.notAnswered(.wrong(attemptsLeft: 2))))
        #expect(sut.state.value.challenge.attemptsLeft == 2)
        #expect(sut.state.value.form[.code] == .rejected([]) && sut.state.value.form.focus == .code)
        #expect(sut.state.value.form.form == AccountForm(), "another code is not appended")
        #expect(sut.state.value.form.checklist == [])
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

    @Test(arguments: [Challenge.Purpose.secondFactor, .addressConfirmation])
    func `S0.5 a notice shows the end of a sign-in if the style says so, but not that of a sign-up`(
        purpose: Challenge.Purpose
    ) async throws {
        let server = server(.code(length: 6, destination: nil), purpose)
        let challenge = server.begin()
        let sut = makeSUT(server, challenge, style: SignInStyle(alertsOutcome: true))
        await submit(server.code(of: challenge), in: sut)
        guard case .signedIn(_, let notice)? = outcomes.all.first else { throw CancellationError() }
        #expect(notice == (purpose == .secondFactor ? .signedIn : nil))
    }

    @Test func `a code of a server that looks like a recovery code turns nothing off`() async {
        let server = server()
        let sut = ChallengeViewModel(
            challenge: server.begin(),
            context: ChallengeContext(),
            answerChallenge: AnswerChallenge(
                service: LinkServer(server, uid: nil),
                operations: operations,
                sessions: .stub(sessions, dates: clock.dates)
            ),
            in: ScreenContext(time: .still) { [outcomes] in outcomes.all.append($0) }
        )
        await submit(RecoveryCode(.random).revealed, in: sut)
        guard case .signedIn(_, nil) = outcomes.all.first else { return #expect(outcomes.all.isEmpty) }
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

    @Test(arguments: [true, false])
    func `an accepted code without a session leads to Sign-in, which asks for what is missing`(isSignedIn: Bool) async {
        let (server, terms) = (server(.link(destination: nil), .addressConfirmation), Terms(required: [.stub()]))
        let consents = InMemoryConsentRepository()
        await consents.record([.stub(accountID: .stub("other"), document: terms.required[0])])
        let challenge = server.begin()
        let context = ChallengeContext(isSignedIn: isSignedIn)
        let sut = makeSUT(server, challenge, context: context, terms: terms, consents: consents)
        await submit(server.code(of: challenge), in: sut)
        #expect(sut.state.value.phase == .done)
        #expect(outcomes.all == [isSignedIn ? .left : .signIn, .noticed(.addressConfirmed)])
    }

    @Test func `too many wrong codes end the step`() async {
        let server = server()
        let challenge = server.begin()
        clock.advance(by: .seconds(60))
        let sut = makeSUT(server, challenge)
        #expect(sut.state.value.canResend)
        for _ in 0..<3 { await submit("1", in: sut) }
        #expect(sut.state.value.phase == .failed(.notAnswered(.wrong(attemptsLeft: 0))))
        await submit("2", in: sut)
        #expect(sut.state.value.isOver)
        #expect(!sut.state.value.canSubmit && !sut.state.value.canResend)
        #expect(sut.state.value.form[.code] == .rejected([]))
        let over = sut.state.value
        #expect(!sut.edit(.code, "3"))
        #expect(sut.state.value == over, "the message stays")
    }

    @Test(arguments: [Challenge.Kind.totp, .code(length: 6, destination: nil)])
    func `a step that has expired is over, unless another message can be requested`(kind: Challenge.Kind) async {
        let server = server(kind)
        let challenge = server.begin()
        let sut = makeSUT(server, challenge)
        clock.advance(by: .seconds(3_600))
        await submit(server.code(of: challenge), in: sut)
        #expect(sut.state.value.phase == .failed(.notAnswered(.expired)))
        #expect(sut.state.value.isOver == (kind == .totp))
    }

    @Test func `another message can be requested after a minute, which is counted down`() async {
        let server = server()
        let challenge = server.begin()
        let sut = makeSUT(server, challenge)
        #expect(sut.state.value.resendWait == .seconds(60))
        #expect(!sut.state.value.canResend)
        for field in [AccountField.code, nil] { sut.focus(field) }
        #expect(sut.state.value.form[.code] == .untouched, "the user goes to another button")
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
        #expect(sut.state.value.phase == .failed(.notAnswered(.service(.remote(.network(.unreachable))))))
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

    @Test(arguments: [Challenge.Purpose.addressConfirmation, .secondFactor])
    func `a stack that pops two screens leaves both, and a second factor is forgotten`(purpose: Challenge.Purpose)
        async throws
    {
        let server = server(.code(length: nil, destination: nil), purpose)
        let flow = RootFlowViewModel.stub(service: server, answering: server)
        await flow.makeStartViewModel().start()
        flow.makeSignUpViewModel().switchToSignIn()
        let signIn = flow.makeSignInViewModel()
        signIn.fill(.signIn())
        await signIn.submit()
        guard case .challenge(let challenge, let context) = flow.state.value.route else {
            return #expect(flow.state.value.route == nil)
        }
        let sut = flow.makeChallengeViewModel(for: challenge, context)
        #expect(flow.state.value.routes?.navigationPath == [.signIn, .challenge(challenge, context)])
        flow.goBack(to: [])
        #expect(flow.state.value == .at(.start))
        await flow.end()
        #expect(server.code(of: challenge).isEmpty == (purpose == .secondFactor))
        withExtendedLifetime(sut) {}
    }

    @Test func `sign-in leads to the step, whose answer leads to the main screen`() async throws {
        let server = server()
        let flow = RootFlowViewModel.stub(
            launchStyle: .signInScreen,
            service: server,
            answering: server,
            style: SignInStyle(alertsOutcome: true)
        )
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
        #expect(flow.alerts.state.value?.subject == .notice(.signedIn))
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

    @Test(arguments: [nil, "new@x.com"], [ChallengeOutcome.confirmed, .authenticated(.stub())])
    func `the account screen offers no confirmation of an address that was confirmed`(
        email: String?,
        outcome: ChallengeOutcome
    ) async throws {
        let server = server(.link(destination: nil), .addressConfirmation, outcome: outcome)
        let session = Session.stub(profile: Profile(email: try email.map { try EmailAddress($0) }))
        let flow = RootFlowViewModel.stub(service: server, operations: operations, answering: server)
        let (sut, later) = (flow.makeAccountViewModel(for: session), flow.makeAccountViewModel(for: .stub()))
        #expect(sut.state.value.offersConfirmation && later.state.value.offersConfirmation)
        let challenge = server.begin(.stub(), at: session.profile.email)
        await submit(server.code(of: challenge), in: flow.makeChallengeViewModel(for: challenge, ChallengeContext()))
        #expect(await !sut.state.first { !$0.offersConfirmation }.canConfirmAddress)
        if email != nil { #expect(later.state.value.offersConfirmation, "another address") }
    }

    @Test func `the account screen finds the address to confirm, if the session has none`() async throws {
        let server = ChallengeServer(.link(destination: nil), .addressConfirmation, needsAddress: true)
        let profile = Profile(email: try EmailAddress("kim@x.com"))
        let owners = SessionVerifierStub { AccountOwner(accountID: $0.accountID, profile: profile) }
        let flow = await accountFlow(server, owners)
        let sut = flow.makeAccountViewModel(for: .stub())
        #expect(!sut.state.value.offersConfirmation)
        await sut.appear()
        #expect(sut.state.value.canConfirmAddress)
        // A message was just sent to it.
        let step = server.begin(.stub(), at: profile.email)
        _ = await operations.begin(
            PendingOperation(
                action: .confirmAddress,
                accountID: .stub(),
                address: step.address,
                key: step.id.text,
                begunAt: .stub
            ),
            forgettingBefore: .distantPast
        )
        await sut.confirmAddress()
        guard case .challenge(let shown, _) = flow.state.value.route else {
            return #expect(flow.state.value.route == nil)
        }
        #expect(shown.address == profile.email)
    }

    @Test func `the account screen offers no confirmation of an address that the server calls confirmed`() async {
        let server = server(.link(destination: nil), .addressConfirmation)
        let flow = await accountFlow(
            server,
            SessionVerifierStub { AccountOwner(accountID: $0.accountID, isAddressConfirmed: true) }
        )
        let sut = flow.makeAccountViewModel(for: .stub())
        #expect(sut.state.value.offersConfirmation)
        await sut.appear()
        #expect(!sut.state.value.offersConfirmation)
        await sut.confirmAddress()
        #expect(sut.state.value.phase == .idle)
    }

    @Test func `an answer about the address that comes after the account screen was left changes nothing`() async {
        let gate = Gate()
        let flow = await accountFlow(
            server(.link(destination: nil), .addressConfirmation),
            SessionVerifierStub {
                await gate.pass()
                return AccountOwner(accountID: $0.accountID, isAddressConfirmed: true)
            }
        )
        let sut = flow.makeAccountViewModel(for: .stub())
        let appearing = Task { await sut.appear() }
        await gate.arrival()
        // Another view model of the screen replaces this one.
        let next = flow.makeAccountViewModel(for: .stub())
        await gate.open()
        await appearing.value
        #expect(sut.state.value.offersConfirmation && next.state.value.offersConfirmation)
    }

    /// Returns a flow that shows the account screen.
    private func accountFlow(_ server: ChallengeServer, _ owners: SessionVerifierStub) async -> RootFlowViewModel {
        let flow = RootFlowViewModel.stub(
            launchStyle: .signInScreen,
            sessions: InMemorySessionRepository(.stub()),
            operations: operations,
            answering: server,
            owners: owners
        )
        await flow.launch()
        flow.makeHomeViewModel(for: .stub()).openAccount()
        return flow
    }

    // MARK: Links

    /// Signs in, and returns the step that is shown.
    private func step(in flow: RootFlowViewModel) async -> (Challenge, ChallengeViewModel)? {
        await flow.launch()
        let signIn = flow.makeSignInViewModel()
        signIn.fill(.signIn())
        await signIn.submit()
        return shown(in: flow)
    }

    private func shown(in flow: RootFlowViewModel) -> (Challenge, ChallengeViewModel)? {
        guard case .challenge(let challenge, let context) = flow.state.value.route else { return nil }
        return (challenge, flow.makeChallengeViewModel(for: challenge, context))
    }

    @Test(arguments: [Challenge.Purpose.addressConfirmation, .secondFactor])
    func `a link fills in the code of the step that is shown, and the right account is confirmed`(
        purpose: Challenge.Purpose
    ) async throws {
        let server = LinkServer(server(.link(destination: nil), purpose), uid: "MQ")
        let flow = RootFlowViewModel.stub(launchStyle: .signInScreen, service: server, answering: server)
        let (challenge, sut) = try #require(await step(in: flow))
        // This server does not say how many attempts are left, so the number at the beginning stays.
        await submit("1", in: sut)
        #expect(sut.state.value.challenge.attemptsLeft == 3)
        let link = AccountConfirmation(code: server.server.code(of: challenge), uid: "MQ")
        #expect(await flow.showChallenge(with: link) == .shown(challenge))
        #expect(sut.state.value.form.form[.code] == link.code)
        #expect(sut.state.value.phase == .idle)
        guard case .challenge = flow.state.value.route else { return #expect(flow.state.value.route == nil) }
        await sut.submit()
        guard case .home = flow.state.value.route else { return #expect(flow.state.value.route == nil) }
    }

    @Test func `after a relaunch, a link opens the confirmation of the address, with its code filled in`() async throws
    {
        let server = LinkServer(
            server(.link(destination: nil), .addressConfirmation, outcome: .confirmed),
            uid: "MQ"
        )
        let killed = RootFlowViewModel.stub(
            launchStyle: .signInScreen,
            service: server,
            operations: operations,
            answering: server
        )
        let (challenge, _) = try #require(await step(in: killed))
        let gate = Gate()
        let flow = RootFlowViewModel.stub(
            launchStyle: .signInScreen,
            service: server,
            sessions: SessionRepositorySpy(beforeAnswering: { await gate.pass() }),
            operations: operations,
            answering: server
        )
        let link = AccountConfirmation(code: server.server.code(of: challenge), uid: "MQ")
        // The app receives the link during the launch.
        let launch = Task { await flow.launch() }
        await gate.arrival()
        let opening = Task { await flow.showChallenge(with: link) }
        await gate.open()
        guard case .shown(let resumed) = await opening.value else { return #expect(Bool(false), "no step") }
        #expect(resumed.id == challenge.id)
        await launch.value
        let (_, sut) = try #require(shown(in: flow))
        #expect(sut.state.value.form.form[.code] == link.code)
        await sut.submit()
        #expect(flow.state.value == .at(.signIn))
        #expect(flow.alerts.state.value?.subject == .notice(.addressConfirmed))
        #expect(await flow.showChallenge(with: link) == .noStep)
        #expect(flow.state.value == .at(.signIn))
    }

    @Test func `a link during the launch waits for the remembered session, which stays`() async throws {
        let server = server(.link(destination: nil), .addressConfirmation)
        let (gate, challenge) = (Gate(), server.begin())
        let pending = PendingOperation(
            action: .confirmAddress,
            accountID: challenge.accountID,
            key: challenge.id.text,
            begunAt: challenge.sentAt
        )
        _ = await operations.begin(pending, forgettingBefore: .distantPast)
        let flow = RootFlowViewModel.stub(
            launchStyle: .mainScreen,
            service: server,
            sessions: SessionRepositorySpy(load: .success(.stub()), beforeAnswering: { await gate.pass() }),
            operations: operations,
            answering: server
        )
        let launch = Task { await flow.launch() }
        await gate.arrival()
        let opening = Task { await flow.showChallenge(with: AccountConfirmation(code: "1")) }
        await Task.yield()
        await gate.open()
        guard case .shown = await opening.value else { return #expect(Bool(false), "no step") }
        await launch.value
        #expect(flow.state.value.routes?.root == .home(.stub()))
        #expect(flow.state.value.routes?.presented.count == 1)
    }

    @Test func `a code that is typed over that of a link has no account of the link`() async throws {
        let server = LinkServer(server(.link(destination: nil), .addressConfirmation), uid: nil)
        let flow = RootFlowViewModel.stub(launchStyle: .signInScreen, service: server, answering: server)
        let (challenge, sut) = try #require(await step(in: flow))
        await flow.showChallenge(with: AccountConfirmation(code: "1", uid: "MQ"))
        await submit(server.server.code(of: challenge), in: sut)
        guard case .home = flow.state.value.route else { return #expect(flow.state.value.route == nil) }
    }

    @Test func `a link without a step that waits for one changes nothing`() async throws {
        let link = AccountConfirmation(code: "1")
        let without = RootFlowViewModel.stub(launchStyle: .signInScreen)
        #expect(await without.showChallenge(with: link) == .noStep)
        #expect(without.state.value == .at(.signIn))

        let server = server(.totp)
        let flow = RootFlowViewModel.stub(launchStyle: .signInScreen, service: server, answering: server)
        let (_, sut) = try #require(await step(in: flow))
        let shown = flow.state.value
        #expect(await flow.showChallenge(with: link) == .noStep)
        #expect(flow.state.value == shown)
        #expect(sut.state.value.form.form[.code].isEmpty)

        let over = self.server(.link(destination: nil))
        let other = RootFlowViewModel.stub(launchStyle: .signInScreen, service: over, answering: over)
        let (_, ended) = try #require(await step(in: other))
        for _ in 0...3 { await submit("1", in: ended) }
        #expect(ended.state.value.isOver)
        #expect(await other.showChallenge(with: link) == .noStep)
        await other.end()
        #expect(await other.showChallenge(with: link) == .noStep)
    }

    @Test func `a link is not lost if a store cannot be read`() async throws {
        let server = server(.link(destination: nil), .addressConfirmation)
        let link = AccountConfirmation(code: "1")
        let flow = RootFlowViewModel.stub(
            launchStyle: .signInScreen,
            service: server,
            sessions: SessionRepositorySpy(load: .failure(.stub())),
            answering: server
        )
        #expect(await flow.showChallenge(with: link) == .unavailable(.stub()))
        #expect(flow.state.value == .unavailable(.stub()))

        let other = RootFlowViewModel.stub(
            launchStyle: .signInScreen,
            service: server,
            operations: UnreadableOperations(),
            answering: server
        )
        #expect(await other.showChallenge(with: link) == .unavailable(.stub()))
        #expect(other.state.value == .at(.signIn))
    }
}

/// A service whose links belong to one account, and which accepts a long code too.
private struct LinkServer: AccountService, ChallengeAnswering {
    let server: ChallengeServer
    let uid: String?

    init(_ server: ChallengeServer, uid: String?) {
        self.server = server
        self.uid = uid
    }

    func register(_ registration: Registration) async throws(RegistrationError) -> RegistrationOutcome {
        try await server.register(registration)
    }

    func authenticate(
        _ id: AccountID,
        password: Password
    ) async throws(AuthenticationError) -> AuthenticationOutcome {
        try await server.authenticate(id, password: password)
    }

    func recognizes(_ session: Session) async throws(AccountServiceFailure) -> Bool { true }

    func deleteAccount(of session: Session) async throws(AccountServiceFailure) -> Bool { true }

    func addressConfirmation(
        of accountID: AccountID,
        _ id: ChallengeID,
        at address: EmailAddress?,
        sentAt: Date
    ) -> Challenge? {
        server.addressConfirmation(of: accountID, id, at: address, sentAt: sentAt)
    }

    func answer(
        _ challenge: Challenge,
        with confirmation: AccountConfirmation
    ) async throws(ChallengeError) -> ChallengeOutcome {
        guard confirmation.uid == uid else { throw .wrong(attemptsLeft: nil) }
        guard RecoveryCode(confirmation.code) == nil else {
            return try await server.answer(challenge, with: AccountConfirmation(code: server.code(of: challenge)))
        }
        return try await server.answer(challenge, with: confirmation)
    }

    func resend(_ challenge: Challenge) async throws(ResendError) -> Challenge { try await server.resend(challenge) }

    func cancel(_ challenge: Challenge) async { await server.cancel(challenge) }
}

/// A store of operations that cannot be read.
private struct UnreadableOperations: PendingOperationRepository {
    func begin(_ operation: PendingOperation, forgettingBefore oldest: Date) async throws(StorageError)
        -> PendingOperation
    { throw .stub() }

    func end(_ operation: PendingOperation) async throws(StorageError) { throw .stub() }

    func pending() async throws(StorageError) -> [PendingOperation] { throw .stub() }
}
