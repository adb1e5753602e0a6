import AccountFlowTesting
import Domain
import Presentation
import TestSupport
import Testing

/// Tests of the whole flow with random user actions and late answers.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct RandomWalkTests {
    private static let walks = 1_000

    @Test(.serialized, arguments: 0..<Thoroughness.count(1, change: 5, soak: 200))
    func `S4.6 on a random walk the action matches the form, and the session matches the store`(part: Int) async {
        var reached: Set<String> = []
        for walk in 0..<Self.walks {
            let seed = UInt64(part * 1_000_000 + walk)
            let sut = FlowWalk(seed: seed)
            for _ in 0..<30 { await sut.step() }
            await sut.finish()
            #expect(sut.violations == [], "seed \(seed)")
            if !sut.violations.isEmpty { return }
            reached.formUnion(sut.reached)
        }
        #expect(
            reached == [
                "start", "sign-up", "sign-in", "reset", "home", "home, signed in", "account", "profile", "agreement",
                "refusal", "terms", "deletion", "notice", "unavailable", "recovery code",
            ]
        )
    }

    @Test func `two whole flows in one process do not disturb each other`() async {
        for seed in 0..<100 as Range<UInt64> {
            let resting = FlowWalk(seed: 2 * seed)
            for _ in 0..<40 { await resting.step() }
            // Gives all tasks that need no answer time to run.
            for _ in 0..<200 { await Task.yield() }
            let (state, alert, stored) = (
                resting.flow.state.value, resting.flow.alerts.state.value, resting.world.session
            )

            let moving = FlowWalk(seed: 2 * seed + 1)
            for _ in 0..<40 { await moving.step() }
            await moving.finish()

            #expect(resting.flow.state.value == state, "seed \(seed)")
            #expect(resting.flow.alerts.state.value == alert, "seed \(seed)")
            #expect(resting.world.session == stored, "seed \(seed)")
            await resting.finish()
            #expect(moving.violations + resting.violations == [], "seed \(seed)")
        }
    }
}

/// A random walk through a whole flow, with user actions, late answers and passing time.
@MainActor
final class FlowWalk {
    private static let terms = Terms(required: [.stub()], optional: [.stub("news")])
    private static let validator = FormValidatorStub()

    let world: WalkWorld
    let flow: RootFlowViewModel
    private let session: CurrentSession
    private let style: LaunchStyle
    private let clock = ManualClock()
    private let initial: Session?
    private var generator: SeededGenerator
    private var screen: WalkScreen?
    private var shownRoute: Route?
    private var earlier: [WalkScreen] = []
    private var tasks: [Task<Void, Never>] = []
    private var unfinished = 0
    private var shown: Set<AccountID> = []
    private var subscription: ObservationToken?
    private var alertSubscription: ObservationToken?
    private(set) var violations: [String] = []

    /// The names of the screens and alerts that were shown.
    private(set) var reached: Set<String> = []

    init(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        world = WalkWorld(seed: seed &+ 1, hasFailingStores: seed % 4 == 0)
        style = LaunchStyle.allCases.randomElement(using: &generator) ?? .startScreen
        if Bool.random(using: &generator) {
            world.prepare(.stub("kim@x.com"), isSignedIn: Bool.random(using: &generator))
        }
        initial = world.session
        let terms = Bool.random(using: &generator) ? Self.terms : .none
        session = CurrentSession(
            world,
            dates: .constant(.stub),
            policy: Bool.random(using: &generator) ? .untilSignOut : SessionPolicy(reauthenticationAge: -1),
            clock: clock,
            identifiers: .sequential(prefix: "walk-")
        )
        flow = RootFlowViewModel.stub(
            launchStyle: style,
            service: world,
            session: session,
            consents: world,
            validator: Self.validator,
            changing: world,
            updating: world,
            resetting: world,
            making: world,
            offersRecoveryCodeAtSignUp: true,
            terms: terms,
            time: ScreenTiming(
                clock: clock,
                dates: .constant(.stub),
                signInDelay: Bool.random(using: &generator) ? .zero : .seconds(5)
            )
        )
        self.generator = generator
        subscription = flow.state.observe { [weak self] state in
            if let id = state.routes?.session?.accountID { self?.shown.insert(id) }
            if let route = state.route { self?.reached.insert(Self.name(of: route)) }
            if case .unavailable = state { self?.reached.insert("unavailable") }
        }
        alertSubscription = flow.alerts.state.observe { [weak self] alert in
            if let alert { self?.reached.insert(Self.name(of: alert.subject)) }
        }
        perform { await $0.launch() }
    }

    /// Performs one random action.
    func step() async {
        switch Int.random(in: 0..<20, using: &generator) {
        case 0..<5:
            // Several answers in a row can complete an operation.
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                world.answers.release(using: &generator)
                if Int.random(in: 0..<4, using: &generator) > 0 { await Task.yield() }
            }
        case 5: clock.advance(by: [.seconds(1), .seconds(2), .seconds(5)].randomElement(using: &generator) ?? .zero)
        case 6: answerAlert()
        case 7: tasks.randomElement(using: &generator)?.cancel()
        case 8: makeScreen()
        case 9: if let old = earlier.randomElement(using: &generator) { act(on: old) }
        case 10 where flow.state.value.route == nil: perform { await $0.retry() }
        default:
            if flow.state.value.route != shownRoute || screen == nil { makeScreen() }
            if let screen { act(on: screen) }
        }
        if let screen, !screen.isConsistent(Self.validator) { violations.append("enabled is not valid: \(screen)") }
        for _ in 0..<Int.random(in: 0..<4, using: &generator) { await Task.yield() }
    }

    /// Delivers all answers, advances the clock, and compares the shown session with the stored one.
    func finish() async {
        world.answers.open()
        var patience = 10_000
        while unfinished > 0, patience > 0 {
            patience -= 1
            clock.advance(by: .seconds(5))
            await Task.yield()
        }
        if unfinished > 0 { violations.append("\(unfinished) operations never end") }
        // The flow follows the session in a task of its own.
        for _ in 0..<200 where flow.state.value.routes?.session?.id != self.session.state.session?.id {
            await Task.yield()
        }
        let session = flow.state.value.routes?.session
        let current = self.session.state.session
        if current?.id != session?.id, !world.hasFailedToWrite {
            violations.append("\(String(describing: session)) is shown, \(self.session.state) is current")
        }
        let stored = world.session
        if let session {
            let expected = session.isRemembered ? session : nil
            if stored?.token != expected?.token, !world.hasFailedToWrite {
                violations.append("\(session) is shown, \(String(describing: stored)) stored")
            }
            // An earlier session is restored if the store could neither save a later one nor clear it.
            let isLeftOver = world.hasFailedToWrite && session.token == stored?.token
            if !world.hasAccount(of: session), !isLeftOver { violations.append("\(session) is of no account") }
        } else if let stored {
            // The start screen reads the session only after its button is pressed.
            let isUntouched = style == .startScreen && stored == initial
            // The flow does not know the session of an unreadable store.
            let isUnknown = flow.state.value.routes == nil
            // On the agreement screen, the session waits for the agreement.
            let waits = if case .agreement(stored, _) = flow.state.value.route { true } else { false }
            if !isUntouched, !isUnknown, !waits, !world.hasFailedToWrite {
                violations.append("nobody is shown, \(stored) stored")
            }
        }
        for id in Set(world.consents.map(\.accountID)) where !world.hasAccount(id) && !world.hasFailedToWrite {
            violations.append("\(id) has agreed and has no account")
        }
    }

    private static func name(of route: Route) -> String {
        switch route {
        case .start: "start"
        case .signUp: "sign-up"
        case .signIn: "sign-in"
        case .passwordReset: "reset"
        case .challenge: "step"
        case .agreement: "agreement"
        case .home(nil): "home"
        case .home: "home, signed in"
        case .account: "account"
        case .profile: "profile"
        case .totp: "one-time passwords"
        }
    }

    private static func name(of subject: AlertSubject) -> String {
        switch subject {
        case .signInFailed, .signUpRefused: "refusal"
        case .termsRequired: "terms"
        case .accountDeletion: "deletion"
        case .startingOver: "starting over"
        case .recoveryCode: "recovery code"
        case .notice: "notice"
        }
    }

    private func makeScreen() {
        if let screen { earlier = earlier.suffix(2) + [screen] }
        screen = WalkScreen(flow)
        shownRoute = flow.state.value.route
    }

    private func answerAlert() {
        guard let alert = flow.alerts.state.value, let button = alert.buttons.randomElement(using: &generator) else {
            return
        }
        perform { await $0.alerts.answer(button.action, to: alert.id) }
    }

    private func perform(_ intent: @escaping @MainActor (RootFlowViewModel) async -> Void) {
        unfinished += 1
        tasks.append(
            Task { [flow] in
                await intent(flow)
                unfinished -= 1
            }
        )
    }

    private func act(on screen: WalkScreen) {
        switch screen {
        case .start(let screen): perform { _ in await screen.start() }
        case .home(let screen): act(on: screen)
        case .signIn(let screen): act(on: screen)
        case .signUp(let screen): act(on: screen)
        case .passwordReset(let screen): act(on: screen)
        // The service of a walk asks for no steps.
        case .challenge: break
        case .agreement(let screen): act(on: screen)
        case .account(let screen): act(on: screen)
        case .profile(let screen): act(on: screen)
        }
    }

    private func act(on screen: AgreementViewModel) {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: perform { _ in await screen.signOut() }
        case 1: perform { _ in await screen.submit() }
        default: screen.agree(to: .stub())
        }
    }

    private func act(on screen: HomeViewModel) {
        switch Int.random(in: 0..<6, using: &generator) {
        case 0, 1: perform { _ in await screen.performAction() }
        case 2: perform { _ in await screen.deleteAccount() }
        case 3: screen.askToDeleteAccount()
        default: screen.openAccount()
        }
    }

    private func act(on screen: SignInViewModel) {
        switch Int.random(in: 0..<16, using: &generator) {
        case 0: Bool.random(using: &generator) ? screen.cancel() : screen.resetPassword()
        case 1: screen.switchToSignUp()
        case 2: screen.stop()
        case 3: screen.remember(Bool.random(using: &generator))
        case 4: screen.agree(to: .stub())
        case 5: perform { _ in await screen.appear() }
        case 6: screen.focus(field(of: screen.state.value.form))
        case 7: perform { _ in await screen.pressReturn() }
        case 8..<12:
            fill(screen.state.value.form.fields) { screen.edit($0, $1) }
        default: perform { _ in await screen.submit() }
        }
    }

    private func act(on screen: PasswordResetViewModel) {
        switch Int.random(in: 0..<12, using: &generator) {
        case 0: screen.cancel()
        case 1: screen.signIn()
        case 2: screen.enterCode()
        case 3: screen.askForID()
        case 4: perform { _ in await screen.resend() }
        case 5: perform { _ in await screen.appear() }
        case 6..<9:
            fill(screen.state.value.form.fields) { screen.edit($0, $1) }
        default: perform { _ in await screen.submit() }
        }
    }

    private func act(on screen: SignUpViewModel) {
        switch Int.random(in: 0..<14, using: &generator) {
        case 0: screen.cancel()
        case 1: screen.switchToSignIn()
        case 2: screen.stop()
        case 3: screen.focus(field(of: screen.state.value.form))
        case 4: perform { _ in await screen.pressReturn() }
        case 5: screen.reveal(field(of: screen.state.value.form))
        case 6..<11:
            fill(screen.state.value.form.fields) { screen.edit($0, $1) }
        default: perform { _ in await screen.submit() }
        }
    }

    private func act(on screen: AccountViewModel) {
        switch Int.random(in: 0..<11, using: &generator) {
        case 0: screen.cancel()
        case 1: perform { _ in await screen.deleteAccount() }
        case 2: screen.askToDeleteAccount()
        case 3: screen.openProfile()
        case 4: perform { _ in await screen.makeRecoveryCode() }
        case 5: perform { _ in await screen.appear() }
        case 6..<9:
            fill(screen.state.value.form.fields) { screen.edit($0, $1) }
        default: perform { _ in await screen.changePassword() }
        }
    }

    private func act(on screen: ProfileViewModel) {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: screen.cancel()
        case 1: screen.revert()
        case 2: perform { _ in await screen.appear() }
        case 3..<6:
            fill(screen.state.value.form.fields) { screen.edit($0, $1) }
        default: perform { _ in await screen.save() }
        }
    }

    private func field(of form: FormState) -> AccountField { form.fields.randomElement(using: &generator) ?? .id }

    /// Types random texts into all fields, in half of the cases only valid ones.
    private func fill(_ fields: [AccountField], _ edit: (AccountField, String) -> Bool) {
        let isSensible = Bool.random(using: &generator)
        for field in fields {
            let texts = (WalkScreen.texts[field] ?? []).filter { !isSensible || !$0.isEmpty && $0 != "password2" }
            _ = edit(field, texts.randomElement(using: &generator) ?? "")
        }
    }
}

/// The view model of a screen that a walk has reached.
enum WalkScreen {
    case start(StartViewModel)
    case signUp(SignUpViewModel)
    case signIn(SignInViewModel)
    case passwordReset(PasswordResetViewModel)
    case challenge(ChallengeViewModel)
    case agreement(AgreementViewModel)
    case home(HomeViewModel)
    case account(AccountViewModel)
    case profile(ProfileViewModel)

    /// Creates the view model of the screen that is shown.
    @MainActor
    init?(_ flow: RootFlowViewModel) {
        switch flow.state.value.route {
        case .start: self = .start(flow.makeStartViewModel())
        case .signUp: self = .signUp(flow.makeSignUpViewModel())
        case .signIn: self = .signIn(flow.makeSignInViewModel())
        case .challenge(let challenge, let context):
            self = .challenge(flow.makeChallengeViewModel(for: challenge, context))
        case .passwordReset(let link): self = .passwordReset(flow.makePasswordResetViewModel(with: link))
        case .agreement(let session, let documents):
            self = .agreement(flow.makeAgreementViewModel(for: session, to: documents))
        case .home(let session): self = .home(flow.makeHomeViewModel(for: session))
        case .account(let session): self = .account(flow.makeAccountViewModel(for: session))
        case .profile(let session): self = .profile(flow.makeProfileViewModel(for: session))
        // The world of a walk has no one-time passwords.
        case .totp: return nil
        case nil: return nil
        }
    }

    /// Returns whether the action is enabled if and only if the form is valid and nothing is being submitted.
    @MainActor
    func isConsistent(_ validator: some FormValidating) -> Bool {
        switch self {
        case .start, .home, .agreement, .challenge: true
        case .signUp(let screen):
            screen.state.value.canSubmit
                == (validator.issues(in: screen.state.value.form.form).isEmpty
                    && screen.state.value.phase != .submitting)
        case .signIn(let screen):
            screen.state.value.canSubmit
                == ([.id, .password].allSatisfy { !screen.state.value.form.form[$0].isEmpty }
                    && screen.state.value.phase != .submitting)
        case .passwordReset(let screen):
            screen.state.value.canSubmit
                == (screen.state.value.form.isValid && screen.state.value.phase != .submitting
                    && screen.state.value.stage != .done)
        case .account(let screen):
            screen.state.value.canChangePassword
                == (screen.state.value.form.isValid && screen.state.value.phase != .submitting)
        case .profile(let screen):
            !screen.state.value.canSave
                || screen.state.value.form.isValid && screen.state.value.isDirty
                    && screen.state.value.phase != .submitting
        }
    }

    /// The texts to type into each field; some of them are invalid.
    static let texts: [AccountField: [String]] = [
        .id: ["", "kim@x.com", "lee@x.com"], .password: ["", "password1", "password1", "password2"],
        .confirmation: ["", "password1", "password1", "password2"], .nickname: ["", "Kim", "Kim"],
        .currentPassword: ["", "password1", "password1", "password2"], .code: ["", "code", "wrong"],
    ]
}
