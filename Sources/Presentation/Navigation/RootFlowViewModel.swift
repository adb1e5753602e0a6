import Domain

/// The flow from screen to screen: decides the first route and follows the outcomes of the screens.
///
/// It makes the view models of the screens. A screen that is covered keeps its view model, and one that is left loses
/// it: its late outcomes lead nowhere. The end or the replacement of a session is followed as long as that session is
/// shown.
@MainActor
public final class RootFlowViewModel {
    /// The screens of the app.
    public var state: ObservedValue<RootFlowState> { box.observed }

    /// The alerts of the flow and of its screens.
    public let alerts = AlertQueue()

    let dependencies: Dependencies

    /// The queue for the operations of the screens, so that none begins before an earlier one is undone.
    let queue = SerialTaskQueue()

    private let box: ObservableBox<RootFlowState>
    private let launchStyle: LaunchStyle
    private var isEnded = false
    private var lastID = 0
    private var screens = [PresentedScreen(id: 0)]

    /// Restores the session where the app begins without a start screen.
    private lazy var launcher = StartViewModel(restoreSession: dependencies.restoreSession) { [weak self] outcome in
        guard let self else { return }
        if case .restored(let session) = outcome {
            go(to: RouteStack(.home(session)))
        } else {
            go(to: launchStyle.signedOut)
        }
    }

    /// Creates a flow.
    ///
    /// - Parameters:
    ///   - launchStyle: How the app begins.
    ///   - dependencies: The use cases and validators of the flow and its screens.
    public init(launchStyle: LaunchStyle = .startScreen, dependencies: Dependencies) {
        self.launchStyle = launchStyle
        self.dependencies = dependencies
        switch launchStyle {
        case .startScreen: box = ObservableBox(.showing(launchStyle.signedOut))
        case .direct, .signInScreen, .mainScreen: box = ObservableBox(.restoring)
        }
    }

    /// Decides the first route, unless the app begins with the start screen.
    ///
    /// A remembered session leads to the main screen. A store that cannot be read leads nowhere: it does not mean that
    /// the user is signed out.
    public func launch() async {
        guard box.value == .restoring, !isEnded else { return }
        await restore()
    }

    /// Restores the session again after the store could not be read; otherwise nothing happens.
    public func retry() async {
        guard case .unavailable = box.value, !isEnded else { return }
        box.value = .restoring
        await restore()
    }

    private func restore() async {
        await launcher.start()
        if case .unavailable(let error) = launcher.state.value { box.value = .unavailable(error) }
    }

    /// Ends the flow for good: operations of its screens are cancelled or, if they cannot be undone, finished; no screen
    /// does anything any more, and no route changes.
    ///
    /// It returns when the last operation has ended. Further calls change nothing.
    public func end() async {
        isEnded = true
        launcher.dismiss()
        for screen in screens { screen.model?.dismiss() }
        alerts.removeAll(of: self)
        await queue.waitUntilEmpty()
    }

    // MARK: Screens

    /// Makes the view model of the screen that is shown, which replaces any earlier one.
    func makeScreen<Screen: FlowScreen>(
        _ make: (_ proceed: @escaping @MainActor (ScreenOutcome) -> Void) -> Screen
    ) -> Screen {
        lastID += 1
        let id = lastID
        let replaced = exchange(&screens[screens.count - 1], with: PresentedScreen(id: id))
        replaced.model?.dismiss()
        let screen = make { [weak self] in self?.follow($0, from: id) }
        screens[screens.count - 1].model = screen
        if isEnded { screen.dismiss() }
        return screen
    }

    /// Goes where an outcome leads; a screen that is gone can only end or replace the session that is shown.
    private func follow(_ outcome: ScreenOutcome, from id: Int) {
        switch outcome {
        case .left: if isShown(id) { go(to: routes.dismissingTop()) }
        case .signUp: show(.signUp, from: id)
        case .signIn: show(.signIn, from: id)
        case .account(let session): show(.account(session), from: id)
        // Another screen that is shown may have a later session.
        case .restored(let session): if isShown(id) { go(to: launchStyle.signedIn(session)) }
        case .signedIn(let session, let notice):
            // Also from a screen that another one covers.
            guard screens.contains(where: { $0.id == id }) else { return }
            go(to: launchStyle.signedIn(session))
            show(notice)
        case .agreementNotSaved(let error): show(.agreementNotSaved(error))
        case .passwordChanged(let old, let new, let notice):
            guard shows(old) else { return }
            go(to: routes.home(new))
            show(notice)
        case .signedOut(let session, let outcome): end(session, FlowNotice(outcome))
        case .accountDeleted(let session): end(session, nil)
        }
    }

    private func show(_ route: Route, from id: Int) {
        if isShown(id) { go(to: routes.showing(route)) }
    }

    /// Goes where nobody is signed in, because the session has ended.
    private func end(_ session: Session, _ notice: FlowNotice?) {
        guard shows(session) else { return }
        go(to: launchStyle.signedOut)
        show(notice)
    }

    private func show(_ notice: FlowNotice?) {
        if let notice, !isEnded { alerts.present(.notice(notice), for: self) }
    }

    private func shows(_ session: Session) -> Bool { box.value.routes?.session?.accountID == session.accountID }

    private var routes: RouteStack { box.value.routes ?? launchStyle.signedOut }

    private func isShown(_ id: Int) -> Bool { screens.last?.id == id }

    private func go(to routes: RouteStack) {
        guard !isEnded else { return }
        launcher.cancel()
        let old = box.value.routes?.routes ?? []
        // A screen that stays where it is keeps its view model.
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
    /// Which view model the flow listens to.
    let id: Int

    /// The view model, which the view owns; nil before it is made.
    weak var model: (any FlowScreen)?
}

/// The view model of a screen, as far as the flow knows it.
@MainActor
protocol FlowScreen: AnyObject {
    /// Ends the view model, because the screen is shown no more.
    func dismiss()

    /// Called when the screen over this one is gone.
    func didReappear()

    /// Called with the session of the user when it changes.
    func sessionDidChange(_ session: Session?)
}

extension FlowScreen {
    func didReappear() {}

    func sessionDidChange(_ session: Session?) {}
}
