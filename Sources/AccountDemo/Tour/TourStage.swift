import App
import Domain
import Presentation

/// What a system is played on: its app, launched as often as the tour likes, its server, its clock and the transcript.
@MainActor
final class TourStage {
    let text: any DemoText
    let messages: any MessageCatalog
    let transcript: Transcript
    let clock = TourClock()
    let server: TourServer
    let configuration: AppConfiguration

    /// The app of the present launch.
    private(set) var app: AppComposition

    /// The screens of the present launch.
    private(set) var flow: RootFlowViewModel

    /// The row that is played.
    var row = ""

    private let makeRepositories: @MainActor () -> Repositories

    /// The view models of the screens one over the other; those that nobody has asked for are not made yet.
    private var screens: [(route: Route, model: AnyObject?)] = []
    private var subscription: ObservationToken?

    /// Sets a stage up.
    ///
    /// - Parameters:
    ///   - configuration: The app.
    ///   - server: The server that it speaks to, if it does.
    ///   - text: What the program says.
    ///   - transcript: Where it is told.
    ///   - makeRepositories: Opens the stores anew, as a launch does.
    init(
        _ configuration: AppConfiguration,
        server: TourServer,
        text: any DemoText,
        transcript: Transcript,
        makeRepositories: @escaping @MainActor () -> Repositories
    ) {
        self.configuration = configuration
        self.server = server
        self.text = text
        self.transcript = transcript
        self.makeRepositories = makeRepositories
        messages = text.language.messages
        app = Self.compose(configuration, makeRepositories(), clock, server)
        flow = app.makeRootFlow()
        follow()
    }

    func pick(_ korean: String, _ english: String) -> String { text.pick(korean, english) }

    // MARK: Launches

    /// Launches the app anew: nothing is left of the one before but what it has stored.
    func launch() async {
        await app.shutDown()
        app = makeApp()
        flow = app.makeRootFlow()
        follow()
        await flow.launch()
    }

    /// Launches one more app on the same stores, which the tour does not look at otherwise.
    func makeApp() -> AppComposition { Self.compose(configuration, makeRepositories(), clock, server) }

    /// Opens the stores, past the app.
    func openStores() -> Repositories { makeRepositories() }

    private static func compose(
        _ configuration: AppConfiguration,
        _ repositories: Repositories,
        _ clock: TourClock,
        _ server: TourServer
    ) -> AppComposition {
        AppComposition(
            configuration,
            repositories: repositories,
            dates: DateGenerator { clock.date },
            clock: clock,
            transport: server.transport
        )
    }

    // MARK: Screens

    /// The start screen, where it is shown.
    func startScreen() throws(TourFailure) -> StartViewModel { try screen(.start) { flow.makeStartViewModel() } }

    /// The sign-up screen, where it is shown.
    func signUpScreen() throws(TourFailure) -> SignUpViewModel { try screen(.signUp) { flow.makeSignUpViewModel() } }

    /// The sign-in screen, where it is shown.
    func signInScreen() throws(TourFailure) -> SignInViewModel { try screen(.signIn) { flow.makeSignInViewModel() } }

    /// The main screen, where it is shown.
    func homeScreen() throws(TourFailure) -> HomeViewModel {
        let session = flow.state.value.routes?.session
        return try screen(.home(session)) { flow.makeHomeViewModel(for: session) }
    }

    /// The form of the screen that is shown.
    func form() throws(TourFailure) -> any TourForm {
        if flow.state.value.route == .signUp { return try signUpScreen() }
        return try signInScreen()
    }

    private func screen<Model: AnyObject>(_ route: Route, make: () -> Model) throws(TourFailure) -> Model {
        guard let last = screens.last, last.route.isSameScreen(as: route) else {
            throw failure(wanted: Self.name(of: route), found: Self.name(of: flow.state.value.route))
        }
        if let model = last.model as? Model { return model }
        let model = make()
        screens[screens.count - 1].model = model
        return model
    }

    /// Keeps the view models of the screens that stay, as a window would.
    private func follow() {
        screens = []
        subscription = flow.state.observe { [weak self] state in
            guard let self else { return }
            let routes = state.routes?.routes ?? []
            let kept = zip(screens, routes).prefix { $0.route.isSameScreen(as: $1) }.count
            screens = screens.prefix(kept) + routes.dropFirst(kept).map { ($0, nil) }
        }
    }

    private static func name(of route: Route?) -> String {
        switch route {
        case .start: "start"
        case .signUp: "sign-up"
        case .signIn: "sign-in"
        case .home(nil): "main"
        case .home: "main, signed in"
        case .account: "account"
        case nil: "no screen"
        }
    }

    // MARK: What has to come

    /// Fails unless what was found is what the row asks for.
    func expect<Value: Equatable>(_ found: Value, is wanted: Value) throws(TourFailure) {
        guard found == wanted else { throw failure(wanted: "\(wanted)", found: "\(found)") }
    }

    /// Fails unless a screen is shown, and no alert over it.
    func expect(screen: Route) throws(TourFailure) {
        try expect(flow.alerts.state.value == nil, is: true)
        guard flow.state.value.route == screen else {
            throw failure(wanted: Self.name(of: screen), found: Self.name(of: flow.state.value.route))
        }
    }

    /// Fails unless somebody is signed in.
    @discardableResult
    func expectSession(of id: String) throws(TourFailure) -> Session {
        guard let session = flow.state.value.routes?.session else { throw failure(wanted: id, found: "nobody") }
        try expect(session.accountID.text, is: id)
        return session
    }

    /// Waits for something that comes by itself.
    ///
    /// Ten seconds of real time are enough for anything that takes none.
    func wait<Element: Sendable>(
        for elements: AsyncStream<Element>,
        until isWanted: @escaping @MainActor (Element) -> Bool
    ) async throws(TourFailure) {
        let waiting = Task {
            for await element in elements where isWanted(element) { return true }
            return false
        }
        let watchdog = Task {
            // A sleep that ends early was cancelled, for nobody waits any more.
            guard (try? await ContinuousClock().sleep(for: .seconds(10))) != nil else { return }
            waiting.cancel()
        }
        defer { watchdog.cancel() }
        let hasCome = await withTaskCancellationHandler {
            await waiting.value
        } onCancel: {
            waiting.cancel()
        }
        guard hasCome else { throw failure(wanted: "an answer", found: "none") }
    }

    /// Waits until somebody sleeps for so long on the clock.
    func waitForSleep(of duration: Duration) async throws(TourFailure) {
        try await wait(for: clock.sleeps) { $0.contains(duration) }
    }

    /// Why the row fails: because somebody has stopped it or a store does not work, or else because of the app.
    func failure(wanted: String, found: String) -> TourFailure {
        if Task.isCancelled { return .interrupted }
        if let error = storageError { return .unavailable(error) }
        return .unexpected(row: row, wanted: wanted, found: found)
    }

    /// Fails where the app says that a store does not work, whatever the row is about.
    func checkStores() throws(TourFailure) {
        if let storageError { throw .unavailable(storageError) }
    }

    /// What the app says about its stores.
    private var storageError: StorageError? {
        if case .unavailable(let error) = flow.state.value { return error }
        switch flow.alerts.state.value?.subject {
        case .notice(.sessionNotSaved(let error)), .notice(.sessionRemains(let error)),
            .signUpRefused(.failed(.storage(let error))):
            return error
        case .notice(.agreementNotSaved), .signUpRefused, .termsRequired, .accountDeletion, nil:
            break
        }
        for screen in screens {
            if let model = screen.model as? StartViewModel, case .unavailable(let error) = model.state.value {
                return error
            }
            if let model = screen.model as? SignInViewModel,
                case .failed(.failed(.storage(let error))) = model.state.value.phase
            {
                return error
            }
            if let model = screen.model as? HomeViewModel,
                case .failed(.failed(.storage(let error))) = model.state.value.phase
            {
                return error
            }
        }
        return nil
    }
}
