import AccountFlowTesting
import Domain
import Persistence
import Presentation
import Synchronization
import Testing

/// Tests of the terms that a user has to agree to for a sign-in.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ConsentTests {
    private static let required = ConsentDocument.stub("auto-login-terms", version: 2)
    private static let optional = ConsentDocument.stub("news", version: 1)
    private static let terms = Terms(required: [required], optional: [optional])
    private static let other = AccountID.stub("second@gmail.com")

    private let consents: any ConsentRepository = InMemoryConsentRepository()
    private let log = MessageLog<PortCall>()

    private func makeSUT(
        consents: (any ConsentRepository)? = nil,
        authenticate: Result<AuthenticationOutcome, AuthenticationError> = .success(.authenticated(.stub())),
        outcomes: Outcomes = Outcomes()
    ) -> SignInViewModel {
        SignInViewModel.stub(
            service: AccountServiceSpy(log: log, authenticate: authenticate),
            consents: consents ?? self.consents,
            terms: Self.terms,
            outcomes: outcomes
        )
    }

    private static func consent(_ document: ConsentDocument, of id: AccountID = .stub()) -> Consent {
        .stub(accountID: id, document: document, agreedAt: .stub)
    }

    @Test func `S4.1 without the agreement an alert asks for it, and nothing else happens`() async {
        let sut = makeSUT()
        await sut.appear()
        sut.agree(to: Self.optional)
        sut.fill(.signIn())
        let states = Recorder(sut.state)

        await sut.submit()

        #expect(sut.alerts.state.value?.subject == .termsRequired([Self.required]))
        #expect(states.values.map(\.phase) == [.idle])
        #expect(sut.state.value.canSubmit)
        #expect(log.messages == [])
        await sut.alerts.answer(.dismiss)
        #expect(sut.alerts.state.value == nil)
        #expect(log.messages == [])
    }

    @Test func `S4.1 agreeing in the alert continues the sign-in at once`() async throws {
        let sut = makeSUT()
        sut.fill(.signIn())
        await sut.submit()

        await sut.alerts.answer(.agree)

        #expect(sut.state.value.phase == .done)
        #expect(try await consents.all() == [Self.consent(Self.required)])
    }

    @Test
    func `S4.1 a successful sign-in stores the required agreements, and the optional ones if ticked`() async throws {
        for isNewsWanted in [false, true] {
            let consents: any ConsentRepository = InMemoryConsentRepository()
            let sut = makeSUT(consents: consents)
            sut.fill(.signIn())
            sut.agree(to: Self.required)
            sut.agree(to: Self.optional)
            sut.agree(to: Self.optional, isNewsWanted)
            sut.agree(to: .stub("unknown"))
            #expect(try await consents.all() == [])

            await sut.submit()

            let documents = isNewsWanted ? [Self.required, Self.optional] : [Self.required]
            #expect(try await consents.all() == documents.map { Self.consent($0) })
        }
    }

    @Test(arguments: [AuthenticationError.invalidCredentials, .service(.busy), .throttled(.banned)])
    func `S4.1 a failed sign-in stores no agreement`(error: AuthenticationError) async throws {
        let sut = makeSUT(authenticate: .failure(error))
        sut.fill(.signIn())
        sut.agree(to: Self.required)

        await sut.submit()

        #expect(sut.state.value.terms?.missing == [])
        #expect(try await consents.all() == [])
    }

    @Test func `S4.1 a sign-in whose screen is left stores no agreement`() async throws {
        let gate = Gate()
        let sut = SignInViewModel.stub(
            service: AccountServiceSpy(beforeAnswering: { await gate.pass() }),
            consents: consents,
            terms: Self.terms
        )
        sut.fill(.signIn())
        sut.agree(to: Self.required)
        let submission = Task { await sut.submit() }
        await gate.open { sut.cancel() }
        await submission.value

        #expect(try await consents.all() == [])
        #expect(sut.state.value.terms == TermsState(terms: Self.terms))
    }

    @Test func `S4.2 after an agreement the next sign-in shows only a link, and needs no agreement`() async {
        let first = makeSUT()
        await first.appear()
        #expect(first.state.value.terms?.layout == .full)
        first.fill(.signIn())
        first.agree(to: Self.required)
        await first.submit()

        let second = makeSUT()
        let layouts = Recorder(second.state)
        await second.appear()
        second.fill(.signIn())
        await second.submit()

        #expect(layouts.values.prefix(2).map(\.terms?.layout) == [.full, .link])
        #expect(second.state.value.phase == .done)
        #expect(second.alerts.state.value == nil)
    }

    @Test(arguments: 1...3)
    func `S4.2 a higher version of the terms needs another agreement, and a lower one does not`(agreed: Int)
        async throws
    {
        try await consents.record([Self.consent(.stub(Self.required.name, version: agreed))])
        let sut = makeSUT()
        await sut.appear()
        sut.fill(.signIn())

        await sut.submit()

        #expect(sut.state.value.terms?.layout == (agreed < 2 ? .full : .link))
        #expect(sut.alerts.state.value?.subject == (agreed < 2 ? .termsRequired([Self.required]) : nil))
        #expect(sut.state.value.phase == (agreed < 2 ? .idle : .done))
    }

    @Test func `S4.2 an account needs its own agreement, even if another account on the device has one`() async throws {
        try await consents.record([Self.consent(Self.required, of: Self.other)])
        let sut = makeSUT()
        await sut.appear()
        sut.fill(.signIn())
        let states = Recorder(sut.state)

        await sut.submit()
        #expect(states.values.map(\.phase) == [.idle, .submitting, .idle])
        #expect(sut.alerts.state.value?.subject == .termsRequired([Self.required]))
        await sut.alerts.answer(.agree)

        #expect(sut.state.value.phase == .done)
        #expect(try await consents.consents(of: .stub()) == [Self.consent(Self.required)])
    }

    @Test func `S4.1 an agreement in the alert is valid for the typed ID, not for one typed later`() async throws {
        let agreedElsewhere = [Self.consent(Self.required, of: .stub("third@gmail.com"))]
        let full = StorageError.stub(.consents, .full)
        let sut = makeSUT(consents: FullConsents(stored: agreedElsewhere, error: full))
        await sut.appear()
        sut.fill(.signIn())
        await sut.submit()
        await sut.alerts.answer(.agree)
        #expect(sut.state.value.phase == .failed(.service(.storage(full))))

        sut.edit(.id, Self.other.text)
        await sut.submit()

        #expect(sut.alerts.state.value?.subject == .termsRequired([Self.required]))
    }

    @Test
    func `S4.2 of two checks of the agreements the later one counts, even if the first one is late`() async throws {
        let gate = Gate()
        let consents = LateConsents(gate)
        let sut = makeSUT(consents: consents)
        let first = Task { await sut.appear() }
        await gate.arrival()
        try await consents.kept.record([Self.consent(Self.required)])
        let second = Task { await sut.appear() }
        // Gives the second check time to run.
        for _ in 0..<200 { await Task.yield() }

        await gate.open()
        await first.value
        await second.value

        #expect(sut.state.value.terms?.layout == .link)
    }

    @Test func `unreadable agreements show the full terms, and prevent the sign-in`() async {
        let error = StorageError.stub(.consents, .corrupt)
        let sut = makeSUT(consents: ConsentRepositorySpy(read: .failure(error)))
        await sut.appear()
        #expect(sut.state.value.terms?.layout == .full)
        sut.agree(to: Self.required)
        sut.fill(.signIn())

        await sut.submit()

        #expect(sut.state.value.phase == .failed(.service(.storage(error))))
        #expect(log.messages == [])
    }

    @Test func `an agreement that cannot be stored prevents the sign-in`() async {
        let outcomes = Outcomes()
        let error = StorageError.stub(.consents, .full)
        let sut = makeSUT(consents: ConsentRepositorySpy(record: .failure(error)), outcomes: outcomes)
        sut.fill(.signIn())
        sut.agree(to: Self.required)

        await sut.submit()

        #expect(sut.state.value.phase == .failed(.service(.storage(error))))
        #expect(outcomes.all == [])
    }

    // MARK: Sign-up

    private func makeSignUp(
        consents: (any ConsentRepository)? = nil,
        outcomes: Outcomes = Outcomes()
    ) -> SignUpViewModel {
        SignUpViewModel.stub(
            service: AccountServiceSpy(log: log),
            consents: consents ?? self.consents,
            terms: Self.terms,
            outcomes: outcomes
        )
    }

    @Test func `a sign-up without the agreement asks for it, and registers nothing`() async throws {
        let sut = makeSignUp()
        sut.fill(.signUp())
        sut.agree(to: Self.optional)
        await sut.submit()
        #expect(sut.alerts.state.value?.subject == .termsRequired([Self.required]))
        #expect(log.messages == [])
        await sut.alerts.answer(.dismiss)
        #expect(log.messages == [])
        await sut.submit()
        await sut.alerts.answer(.agree)
        #expect(sut.state.value.phase == .done)
        #expect(try await consents.all() == [Self.consent(Self.required), Self.consent(Self.optional)])
    }

    @Test func `a sign-up with every tick asks nothing, and a screen that is left forgets them`() async throws {
        let sut = makeSignUp()
        sut.fill(.signUp())
        sut.agree(to: Self.required)
        sut.agree(to: .stub("unknown"))
        #expect(sut.state.value.terms?.agreed == [Self.required])
        sut.cancel()
        #expect(sut.state.value.terms?.agreed == [])
        sut.fill(.signUp())
        sut.agree(to: Self.required)
        await sut.submit()
        #expect(sut.alerts.state.value == nil)
        #expect(try await consents.all() == [Self.consent(Self.required)])
    }

    @Test func `a sign-up whose agreement cannot be stored says that the account exists`() async {
        let outcomes = Outcomes()
        let error = StorageError.stub(.consents, .full)
        let sut = makeSignUp(consents: ConsentRepositorySpy(record: .failure(error)), outcomes: outcomes)
        sut.fill(.signUp())
        sut.agree(to: Self.required)
        await sut.submit()
        #expect(sut.state.value.phase == .notice(.agreementNotSaved(error)))
        #expect(outcomes.all == [])
    }

    // MARK: Launching with a higher version

    @Test(arguments: LaunchStyle.allCases)
    func `at launch, a higher version of the terms is asked for before the session is used`(style: LaunchStyle)
        async throws
    {
        let sessions = InMemorySessionRepository(.stub())
        try await consents.record([Self.consent(.stub(Self.required.name, version: 1))])
        func launch() async -> RootFlowViewModel {
            let flow = RootFlowViewModel.stub(
                launchStyle: style,
                sessions: sessions,
                consents: consents,
                terms: Self.terms
            )
            await flow.launch()
            if style == .startScreen { await flow.makeStartViewModel().start() }
            return flow
        }
        let flow = await launch()
        #expect(flow.state.value.route == .agreement(.stub(), [Self.required]))
        #expect(flow.state.value.route?.session == nil)

        let sut = flow.makeAgreementViewModel(for: .stub(), to: [Self.required])
        await sut.submit()
        #expect(flow.state.value.route == .agreement(.stub(), [Self.required]))
        sut.agree(to: Self.required)
        await sut.submit()
        #expect(flow.state.value.route == .home(.stub()))
        #expect(await launch().state.value.route == .home(.stub()))
    }

    @Test func `a user who does not agree at launch is signed out`() async throws {
        let sessions = InMemorySessionRepository(.stub())
        let flow = RootFlowViewModel.stub(
            launchStyle: .direct,
            sessions: sessions,
            consents: consents,
            terms: Self.terms
        )
        await flow.launch()
        let sut = flow.makeAgreementViewModel(for: .stub(), to: [Self.required])
        await sut.signOut()
        #expect(flow.state.value == .at(.start))
        #expect(try await sessions.active() == nil)
        #expect(try await consents.all() == [])
    }

    @Test func `an agreement at launch that cannot be stored signs in no user`() async {
        let error = StorageError.stub(.consents, .full)
        let outcomes = Outcomes()
        let session = CurrentSession.stub(SessionRepositorySpy())
        let sut = AgreementViewModel(
            session: .stub(),
            documents: [Self.required],
            agreeToTerms: AgreeToTerms(
                service: AccountServiceSpy(),
                sessions: session,
                consents: ConsentRepositorySpy(record: .failure(error))
            ),
            signOut: SignOut(sessions: session),
            in: ScreenContext { outcomes.all.append($0) }
        )
        sut.agree(to: Self.required)
        await sut.submit()
        #expect(sut.state.value.phase == .failed(.service(.storage(error))))
        #expect(sut.state.value.canSubmit)
        #expect(outcomes.all == [])
    }

    @Test func `a sign-in screen without terms shows none`() async {
        let sut = SignInViewModel.stub()
        await sut.appear()
        sut.agree(to: Self.required)
        #expect(sut.state.value.terms == nil)
    }

    @Test func `leaving the screen removes its alert`() async {
        let sut = makeSUT()
        sut.fill(.signIn())
        await sut.submit()
        sut.cancel()
        #expect(sut.alerts.state.value == nil)
    }
}

/// A store of agreements whose first call of `all()` waits at a gate.
private final class LateConsents: ConsentRepository {
    let kept: any ConsentRepository = InMemoryConsentRepository()
    private let gate: Gate
    private let isFirst = Atomic(true)

    init(_ gate: Gate) { self.gate = gate }

    private func answerLate() async {
        if isFirst.exchange(false, ordering: .relaxed) { await gate.pass() }
    }

    func all() async throws(StorageError) -> [Consent] {
        let known = try await kept.all()
        await answerLate()
        return known
    }

    func consents(of accountID: AccountID) async throws(StorageError) -> [Consent] {
        try await kept.consents(of: accountID)
    }

    func record(_ consents: [Consent]) async throws(StorageError) { try await kept.record(consents) }

    func removeAll(of accountID: AccountID) async throws(StorageError) { try await kept.removeAll(of: accountID) }
}

/// A store of consents that can be read but not written.
private struct FullConsents: ConsentRepository {
    let stored: [Consent]
    let error: StorageError

    func all() -> [Consent] { stored }
    func consents(of accountID: AccountID) -> [Consent] { stored.filter { $0.accountID == accountID } }
    func record(_ consents: [Consent]) throws(StorageError) { throw error }
    func removeAll(of accountID: AccountID) throws(StorageError) { throw error }
}
