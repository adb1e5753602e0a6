public import Domain

/// The flow from screen to screen: it decides the first route and follows the outcomes of the screens.
///
/// The flow makes the view models of the screens. A covered screen retains its view model. Late outcomes of a screen
/// that was left are ignored. When a session ends or is replaced, the flow follows as long as it shows that session: an
/// end that no screen requested, such as a refusal by the server, leads to the signed-out screens with a notice.
@MainActor
public final class RootFlowViewModel {
    /// The screens of the app.
    public var state: ObservedValue<RootFlowState> { box.observed }

    /// The alerts of the flow and of its screens.
    public let alerts = AlertQueue()

    let dependencies: Dependencies

    /// The queue for operations that begin, replace or end a session at a server; each begins after earlier ones have
    /// finished or been undone.
    package let queue = SerialTaskQueue()

    /// The queue for requests that leave the session as it is; a server that does not answer holds up nothing else.
    private let requests = SerialTaskQueue()

    /// The queue for operations that need no server: sign-outs, lists and switches.
    let localQueue = SerialTaskQueue()

    /// The queue of the launch, which no screen has to wait for.
    private let launchQueue = SerialTaskQueue()

    private let box: ObservableBox<RootFlowState>
    private let launchStyle: LaunchStyle
    private var following: Task<Void, Never>?
    private var isEnded = false
    private var lastID = 0
    private var screens = [PresentedScreen(id: 0)]

    /// Restores the session if the app begins without a start screen.
    private lazy var launcher = StartViewModel(
        restoreSession: dependencies.restoreSession,
        in: ScreenContext(queue: launchQueue) { [weak self] outcome in
            guard let self else { return }
            switch outcome {
            case .restored(let session): go(to: RouteStack(.home(session)))
            case .agreementRequired(let session, let documents):
                go(to: launchStyle.signedOut.showing(.agreement(session, documents)))
            case .sessionUncertain:
                go(to: launchStyle.signedOut.showing(.signIn))
                show(.sessionUncertain)
            default: go(to: launchStyle.signedOut)
            }
        }
    )

    /// Creates a flow.
    ///
    /// - Parameters:
    ///   - launchStyle: The start of a launch.
    ///   - dependencies: The use cases and validators of the flow and its screens.
    public init(launchStyle: LaunchStyle = .startScreen, dependencies: Dependencies) {
        self.launchStyle = launchStyle
        self.dependencies = dependencies
        switch launchStyle {
        case .startScreen: box = ObservableBox(.showing(launchStyle.signedOut))
        case .direct, .signInScreen, .mainScreen: box = ObservableBox(.restoring)
        }
        following = Task { [weak self, states = dependencies.session.states] in
            // A later state, such as the end of the session, does not wait for an operation with an earlier one.
            for await _ in states { Task { [weak self] in await self?.followSession() } }
        }
    }

    deinit { following?.cancel() }

    /// Decides the first route, unless the app begins with the start screen.
    ///
    /// A remembered session leads to the main screen. If the clock looks wrong, Sign-in is shown with a notice. If the
    /// store cannot be read, the state is ``RootFlowState/unavailable(_:)``, because the user may be signed in.
    public func launch() async {
        guard box.value == .restoring, !isEnded else { return }
        await restore()
    }

    /// Tries again to restore the session, if the store could not be read.
    public func retry() async {
        guard case .unavailable = box.value, !isEnded else { return }
        box.value = .restoring
        await restore()
    }

    /// Follows what other processes have changed: the end of the session that is shown, or newer tokens; and ends the
    /// session if it has expired.
    ///
    /// If the store could not be read before, such as at a launch before the first unlock of the device, this restores
    /// the session. Call it when the app becomes active, or from time to time. It reads the store once; if that fails,
    /// only the expiry is noticed.
    ///
    /// - Parameter isUse: Whether the user uses the app; a timer passes false, so that a session without use can expire.
    public func noticeChanges(isUse: Bool = true) async {
        if isEnded { return }
        if case .unavailable = box.value { return await restore() }
        await dependencies.session.noticeChanges(isUse: isUse)
        await followSession()
    }

    /// Asks the user to start over, if the session cannot be read; after that, restores the session again.
    public func askToStartOver() {
        guard case .unavailable(let error) = box.value else { return }
        askToStartOver(without: error)
    }

    /// Presents an alert, unless the reason may pass or the app does not offer to start over.
    private func askToStartOver(without error: StorageError) {
        guard error.allowsStartingOver, let startOver = dependencies.startOver, !isEnded else { return }
        alerts.present(.startingOver(error), for: self) { [weak self] action in
            guard let self, action == .startOver else { return }
            await queue.run(if: { !self.isEnded }) { () throws(StorageError) in
                try await startOver(with: error.store)
            } then: { _ in
            } failing: {
                self.show(.notStartedOver($0))
            }
            screens.last?.model?.didStartOver()
            await retry()
        }
    }

    private func restore() async {
        await launcher.start()
        if case .unavailable(let error) = launcher.state.value { box.value = .unavailable(error) }
    }

    /// Ends the flow permanently: its screens do nothing afterwards, and the route no longer changes.
    ///
    /// It cancels the operations of the screens, waits for those that cannot be undone, and returns when the last one
    /// has finished. Further calls change nothing.
    public func end() async {
        isEnded = true
        following?.cancel()
        launcher.dismiss()
        for screen in screens { screen.model?.dismiss() }
        alerts.removeAll(of: self)
        await launchQueue.waitUntilEmpty()
        for queue in [queue, requests, localQueue] { await queue.waitUntilEmpty() }
    }

    // MARK: Screens

    /// Leaves the screens that a navigation stack has popped, such as after a swipe.
    ///
    /// Unlike the `cancel()` of a screen, this also leaves one with an operation that cannot be stopped: the operation
    /// continues, and its success is followed.
    ///
    /// - Parameter path: The path of the stack now; unless it is shorter than ``RouteStack/navigationPath``, nothing
    ///   happens.
    public func goBack(to path: [Route]) {
        let count = routes.navigationPath.count - path.count
        guard count > 0 else { return }
        for screen in screens.suffix(count) { screen.model?.willBePopped() }
        go(to: (0..<count).reduce(routes) { stack, _ in stack.dismissingTop() })
    }

    /// Makes the view model of the screen that is shown, which replaces any earlier one.
    func makeScreen<Screen: FlowScreen>(_ make: (ScreenContext) -> Screen) -> Screen {
        lastID += 1
        let id = lastID
        let replaced = exchange(&screens[screens.count - 1], with: PresentedScreen(id: id))
        replaced.model?.dismiss()
        let screen = make(
            ScreenContext(
                time: dependencies.time,
                alerts: alerts,
                queue: queue,
                requests: requests,
                localQueue: localQueue
            ) { [weak self] in self?.follow($0, from: id) }
        )
        screens[screens.count - 1].model = screen
        if isEnded { screen.dismiss() }
        return screen
    }

    /// Follows an outcome; a screen that was left can only end or replace the session that is shown.
    private func follow(_ outcome: ScreenOutcome, from id: Int) {
        switch outcome {
        case .left: if isShown(id) { go(to: routes.dismissingTop()) }
        case .signUp: show(.signUp, from: id)
        case .signIn: show(.signIn, from: id)
        case .passwordReset: show(.passwordReset(nil), from: id)
        case .challenge(let challenge, let context): show(.challenge(challenge, context), from: id)
        case .account(let session): show(.account(session), from: id)
        case .profile(let session): show(.profile(session), from: id)
        case .totp(let session): show(.totp(session), from: id)
        // A screen that is shown now may have a later session.
        case .restored(let session): if isShown(id) { go(to: launchStyle.signedIn(session)) }
        case .agreementRequired(let session, let documents): show(.agreement(session, documents), from: id)
        case .sessionUncertain:
            guard isShown(id) else { return }
            go(to: routes.showing(.signIn))
            show(.sessionUncertain)
        case .unreadable(let error): askToStartOver(without: error)
        case .signedIn(let session, let notice):
            // A covered screen is followed too.
            guard screens.contains(where: { $0.id == id }) else { return }
            go(to: launchStyle.signedIn(session))
            show(notice)
        case .passwordChanged(let old, let new, let notice): replace(old, by: new, notice)
        case .profileChanged(let session, let notice): replace(session, by: session, notice)
        case .recoveryCode(let code, let session):
            if !isEnded, session.map(shows) ?? true { alerts.present(.recoveryCode(code), for: self) }
        case .noticed(let notice): show(notice)
        case .signedOut(let session, let outcome): end(session, FlowNotice(outcome))
        case .accountDeleted(let session): end(session, nil)
        }
    }

    /// Follows the session that is current now, also one for which a screen was left too late to cancel it.
    private func followSession() async {
        let session = dependencies.session
        // The screens report what they do themselves, before their queue is empty.
        switch session.state {
        case .signedOut(.signedOut): await localQueue.waitUntilEmpty()
        case .signedOut(let end?) where FlowNotice(end) != nil: break
        default: for queue in [launchQueue, queue, localQueue] { await queue.waitUntilEmpty() }
        }
        let isShown = routes.routes.contains { $0.owner != nil }
        if isShown || box.value.routes != nil && session.state.session != nil { showSession() }
    }

    /// Shows the session that is current now, if it is not the one that is shown.
    func showSession() {
        let owner = routes.routes.compactMap(\.owner).last
        let shown = routes.routes.compactMap(\.session).last
        switch dependencies.session.state {
        case .signedOut(let end?):
            go(to: launchStyle.signedOut)
            show(FlowNotice(end))
        case .signedIn(let session, let freshness) where session.id != shown?.id:
            go(to: shown == nil ? launchStyle.signedIn(session) : routes.home(session))
            if case .unsaved(let error) = freshness { show(.sessionNotSaved(error)) }
        // A form on a screen over the main screen stays as the user left it.
        case .signedIn(let session, _) where session.profile != shown?.profile: go(to: routes.updatingHome(session))
        case .agreementRequired(let session, let documents) where session.id != owner?.id:
            go(to: launchStyle.signedOut.showing(.agreement(session, documents)))
        // After a switch, the screens must not show the account before it.
        case .uncertain(let session) where session.id != owner?.id:
            go(to: launchStyle.signedOut.showing(.signIn))
            show(.sessionUncertain)
        case .unavailable(let error):
            go(to: launchStyle.signedOut)
            if !isEnded { box.value = .unavailable(error) }
        case .restoring, .signedOut(nil), .signedIn, .agreementRequired, .uncertain: break
        }
    }

    /// Shows the session that the user has chosen, also if Sign-in covers it.
    ///
    /// - Returns: False if none has been restored yet, or another process has signed in since.
    func showSwitched() -> Bool {
        switch dependencies.session.state {
        case .restoring, .signedOut: return false
        case .signedIn, .agreementRequired, .uncertain, .unavailable: break
        }
        showSession()
        if case .signedIn(let session, _) = dependencies.session.state, routes.session == nil {
            go(to: routes.home(session))
        }
        return true
    }

    /// Presents the screen that sets a new password with the link of a message; call it after ``launch()``.
    ///
    /// Nothing happens if the app does not offer that, or while the session cannot be read.
    ///
    /// - Parameter link: The code and the account of the link.
    public func showPasswordReset(with link: AccountConfirmation) {
        guard dependencies.passwordReset != nil, let routes = box.value.routes else { return }
        go(to: routes.showing(.passwordReset(link)))
    }

    /// Presents the step that the link of a message completes, with its code filled in; the user submits it.
    ///
    /// That is the step that is shown or, also after a relaunch, the last address to be confirmed. A launch that has not
    /// ended is waited for.
    ///
    /// - Parameter link: The code and the account of the link.
    /// - Returns: What has become of the link.
    @discardableResult
    public func showChallenge(with link: AccountConfirmation) async -> LinkOutcome {
        await launch()
        // The launch may have begun elsewhere.
        await launchQueue.waitUntilEmpty()
        if case .unavailable(let error) = box.value { return .unavailable(error) }
        if isEnded { return .noStep }
        if let step = screens.last?.model as? ChallengeViewModel, step.fillIn(link) {
            return .shown(step.state.value.challenge)
        }
        do throws(StorageError) {
            guard let pending = try await dependencies.answerChallenge?.pending(), !isEnded else { return .noStep }
            go(to: routes.showing(.challenge(pending, ChallengeContext(link: link))))
            return .shown(pending)
        } catch {
            return .unavailable(error)
        }
    }

    /// Presents Sign-in over the screen that is shown, or goes back to it.
    func showSignIn() { go(to: routes.session == nil ? routes.showing(.signIn) : routes.addingAccount()) }

    private func show(_ route: Route, from id: Int) {
        if isShown(id) { go(to: routes.showing(route)) }
    }

    /// Goes to the main screen of a session that replaces another one of its account.
    private func replace(_ old: Session, by new: Session, _ notice: FlowNotice?) {
        guard shows(old) else { return }
        go(to: routes.home(new))
        show(notice)
    }

    /// Goes to the screens without a session, because the session has ended.
    private func end(_ session: Session, _ notice: FlowNotice?) {
        guard shows(session) else { return }
        go(to: launchStyle.signedOut)
        show(notice)
    }

    private func show(_ notice: FlowNotice?) {
        if let notice, !isEnded { alerts.present(.notice(notice), for: self) }
    }

    /// Returns whether the screen that is shown belongs to an account, which may still have to agree to terms.
    private func shows(_ session: Session) -> Bool {
        box.value.route?.owner?.accountID == session.accountID
    }

    private var routes: RouteStack { box.value.routes ?? launchStyle.signedOut }

    private func isShown(_ id: Int) -> Bool { screens.last?.id == id }

    private func go(to routes: RouteStack) {
        guard !isEnded else { return }
        launcher.cancel()
        let old = box.value.routes?.routes ?? []
        // A screen at the same position in the stack retains its view model.
        guard old != routes.routes else { return }
        let kept = zip(old, routes.routes).prefix { $0.isSameScreen(as: $1) }.count
        let dropped = screens[kept...]
        screens = Array(screens[..<kept])
        for _ in kept..<routes.routes.count {
            lastID += 1
            screens.append(PresentedScreen(id: lastID))
        }
        for screen in dropped { screen.model?.dismiss() }
        for (screen, route) in zip(screens, routes.routes).prefix(kept) {
            if case .home(let session) = route { screen.model?.sessionDidChange(session) }
        }
        if kept == routes.routes.count, kept < old.count { screens[kept - 1].model?.didReappear() }
        box.value = .showing(routes)
    }
}

/// A screen of the flow.
private struct PresentedScreen {
    /// The ID of the view model whose outcomes are followed.
    let id: Int

    /// The view model, which the view owns; nil until it is made.
    weak var model: (any FlowScreen)?
}
