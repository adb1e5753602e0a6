import AccountFlowTesting
import AccountFlowTransportTesting
import App
import Domain
import Foundation
import Networking
import Persistence
import Presentation
import TestSupport
import Testing
import Validation

/// Tests of a shutdown during any operation.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ShutDownTests {
    private let clock = ManualClock()
    private let repositories = Repositories()
    private let hasher = PasswordHasherStub()

    private static let signInFirst = AppConfiguration(policy: .emailLocalPart, launchStyle: .signInScreen)

    private func compose(
        _ configuration: AppConfiguration = signInFirst,
        hasher: (any PasswordHasher)? = nil,
        transport: (any HTTPTransport)? = nil
    ) -> AppComposition {
        AppComposition(
            configuration,
            repositories: repositories,
            hasher: hasher ?? self.hasher,
            clock: clock,
            transport: transport
        )
    }

    @Test func `requests are cancelled at once, and connections are closed`() async throws {
        let slow = LoopbackBehavior(delay: .seconds(3_600))
        var stalled: LoopbackTransport? = LoopbackTransport(clock: clock, plan: { _, _ in slow }) { _ in
            HTTPResponse(.ok)
        }
        weak let held = stalled
        let app = compose(.remote(at: try HTTPURL("https://example.com")), transport: stalled)
        stalled = nil
        let signIn = Task { try await app.signIn(.signIn()) }
        await clock.sleepBegun()

        await app.shutDown()

        await #expect(throws: SignInError.service(.cancelled)) { try await signIn.value }
        #expect(held == nil)
        #expect(clock.sleeperCount == 0)
        #expect(!app.hasPendingWork)
    }

    @Test func `the shutdown cancels the sign-in of a screen and its timers, and stores no session`() async throws {
        var configuration = Self.signInFirst
        configuration.signInDelay = .seconds(5)
        let app = compose(configuration)
        let session = try #require(try await compose(configuration).signUp(.signUp(), remember: false).session)
        let flow = app.makeRootFlow()
        await flow.launch()
        let screen = flow.makeSignInViewModel()
        screen.edit(.id, session.accountID.text)
        screen.edit(.password, "password1")
        let submission = Task { await screen.submit() }
        // The delay, and the timer of the elapsed time.
        await clock.sleepBegun(times: 2)

        await app.shutDown()
        await submission.value

        #expect(clock.sleeperCount == 0)
        #expect(flow.state.value.route == .signIn)
        #expect(screen.state.value.phase == .idle)
        #expect(try await repositories.sessions.active() == nil)
    }

    @Test func `the shutdown cancels a pending check of an ID`() async {
        let app = compose()
        let flow = app.makeRootFlow()
        let screen = flow.makeSignUpViewModel()
        screen.edit(.id, "abcdef@gmail.com")
        await clock.sleepBegun()
        await app.shutDown()
        #expect(clock.sleeperCount == 0)
    }

    @Test func `the shutdown waits for changes of the stores, and the next launch finds them`() async throws {
        let gate = Gate()
        let app = compose(hasher: PasswordHasherStub { await gate.pass() })
        let signUp = Task { try await app.signUp(.signUp()) }
        await gate.arrival()
        let ended = MessageLog<Bool>()
        let end = Task {
            await app.shutDown()
            ended.append(app.hasPendingWork)
        }
        // Both calls must wait for the end of the operation.
        let second = Task { await app.shutDown() }
        #expect(app.hasPendingWork)
        #expect(ended.messages == [])

        await gate.open()
        await end.value
        await second.value

        let session = try #require(try await signUp.value.session)
        #expect(ended.messages == [false])
        #expect(await compose().restoreSession() == .restored(session))
    }

    @Test func `the shutdown waits until a session with a refused token is removed`() async throws {
        let gate = Gate()
        let app = AppComposition(
            .remote(at: try HTTPURL("https://example.com")),
            repositories: Repositories(
                accounts: repositories.accounts,
                sessions: SessionRepositorySpy { await gate.pass() },
                consents: repositories.consents
            ),
            transport: ScriptedServer(.json(401)).transport
        )
        let question = Task { try await app.sessionVerifier?.owner(of: .stub()) }
        await gate.arrival()
        #expect(app.hasPendingWork)
        await gate.open()
        await #expect(throws: AccountServiceFailure.tokenRefused) { try await question.value }
        #expect(!app.hasPendingWork)
    }

    @Test func `after a shutdown, no operation starts, and every call reports an error`() async throws {
        let app = compose(.shop)
        let form = AccountForm([.id: "abcdef", .password: "ghijkl", .confirmation: "ghijkl"])
        let terms = app.configuration.terms.required
        let session = try #require(try await app.signUp(form, agreeingTo: terms).session)
        let hashes = hasher.hashCount
        await app.shutDown()
        await app.shutDown()

        await #expect(throws: SignUpError.service(.cancelled)) { try await app.signUp(form) }
        await #expect(throws: SignInError.service(.cancelled)) { try await app.signIn(form) }
        await #expect(throws: DeleteAccountError.service(.cancelled)) { try await app.deleteAccount(session) }
        await #expect(throws: ChangePasswordError.service(.cancelled)) {
            try await app.changePassword(
                session,
                from: Password("ghijkl"),
                to: Password("mnopqr"),
                confirmation: Password("mnopqr")
            )
        }
        await #expect(throws: AgreeToTermsError.service(.cancelled)) {
            try await app.agreeToTerms(to: [.stub()], by: session)
        }
        await #expect(throws: WithdrawConsentError.service(.cancelled)) {
            try await app.withdrawConsent(to: "news", by: session)
        }
        await #expect(throws: StorageError.stub(.consents, .closed)) { try await app.areTermsAgreedOnDevice() }
        await #expect(throws: StorageError.stub(.consents, .closed)) { try await app.consents(of: session.accountID) }
        await #expect(throws: StorageError.stub(.attempts, .closed)) {
            try await app.forgetFailedSignIns(of: session.accountID)
        }
        await #expect(throws: StorageError.stub(.accounts, .closed)) { try await app.listAccounts() }
        await #expect(throws: StorageError.stub(.accounts, .closed)) { try await app.compactAccounts() }
        #expect(await app.restoreSession() == .unavailable(.stub(.session, .closed)))
        #expect(await app.signOut() == .sessionRemains(.stub(.session, .closed)))
        #expect(await app.signOutAll() == .sessionRemains(.stub(.session, .closed)))
        await #expect(throws: SessionError.cancelled) { try await app.signOutOtherDevices() }
        #expect(await app.deliverSignOuts() == nil)
        #expect(await app.inspectStores() == [])
        await #expect(throws: StorageError.stub(.session, .closed)) { try await app.startOver(with: .session) }
        await #expect(throws: StorageError.stub(.session, .closed)) { try await app.listSessions() }
        await #expect(throws: SwitchAccountError.storage(.stub(.session, .closed))) {
            try await app.switchAccount(to: session.id)
        }
        var states: [SessionState] = []
        for await state in app.states { states.append(state) }
        #expect(states == [.signedIn(session, .fresh)])

        let flow = app.makeRootFlow()
        await flow.end()
        await flow.launch()
        #expect(flow.state.value == .restoring)
        let screen = flow.makeSignInViewModel()
        screen.edit(.id, "abcdef")
        screen.edit(.password, "ghijkl")
        await screen.submit()
        #expect(screen.state.value.phase == .idle)
        #expect(hasher.hashCount == hashes)
        #expect(await compose(.shop).restoreSession() == .restored(session))
    }

    @Test func `a flow that is created during the shutdown does not launch`() async throws {
        let gate = Gate()
        let app = compose(hasher: PasswordHasherStub { await gate.pass() })
        let first = app.makeRootFlow()
        await first.launch()
        let screen = first.makeSignUpViewModel()
        let form = AccountForm.signUp()
        for field in [AccountField.id, .password, .confirmation, .nickname] { screen.edit(field, form[field]) }
        let submission = Task { await screen.submit() }
        await gate.arrival()
        let end = Task { await app.shutDown() }
        // The ending flow has cancelled its timers.
        while clock.sleeperCount > 0 { await Task.yield() }

        let second = app.makeRootFlow()
        await gate.open()
        await end.value
        await submission.value
        await second.launch()
        #expect(second.state.value == .restoring)
    }

    @Test func `a running compaction is finished, and the next launch finds every account`() async throws {
        let folder = TemporaryFolder()
        let data = StorageDirectory(path: folder.path + "/data")
        let files = Repositories(folder: data)
        let app = AppComposition(
            AppConfiguration(policy: .emailLocalPart),
            repositories: files,
            hasher: hasher,
            clock: clock
        )
        let id = try #require(try await app.signUp(.signUp()).session).accountID
        // Each change makes the journal longer, until it is compacted in the background.
        let large = PasswordHash(String(repeating: "x", count: 30_000))
        for _ in 0..<80 { _ = try await files.accounts.update(id) { $0.passwordHash = large } }
        await app.shutDown()

        let names = try FileManager.default.contentsOfDirectory(atPath: data.path)
        #expect(!names.contains(".accounts.store.tmp"))
        let size = try await FileAccountRepository(folder: data).fileSize()
        #expect(size < 80 * 30_000, "the journal was not compacted, so the test is meaningless")
        #expect(try await FileAccountRepository(folder: data).find(id)?.passwordHash == large)
    }
}
