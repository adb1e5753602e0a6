import Domain

/// The flow from screen to screen: decides the first route and follows the outcomes of the screens.
///
/// It makes the view model of a screen when it is asked to. A screen that is covered keeps its view model, and one that
/// is left or made anew loses it: an outcome that comes after the person has gone elsewhere leads nowhere. That a
/// session has ended, or another one has taken its place, is a fact and is followed as long as that session is shown.
@MainActor
public final class RootFlowViewModel {
    /// Where the app is.
    public var state: ObservedValue<RootFlowState> { box.observed }

    /// The alerts of the flow and of its screens.
    public let alerts = AlertQueue()

    let dependencies: Dependencies

    /// The line in which the work of the screens stands, so that none begins before an earlier one is undone.
    let line = WorkLine()

    private let box: ObservableBox<RootFlowState>
    private let launchStyle: LaunchStyle
    private let work = LatestTask()
    private var isRestoring = false
    private var isEnded = false
    private var visits = 0
    private var levels = [FlowLevel(visit: 0)]

    /// Creates a flow.
    ///
    /// - Parameters:
    ///   - launchStyle: How the app begins.
    ///   - dependencies: What the flow and its screens work with.
    public init(launchStyle: LaunchStyle = .startScreen, dependencies: Dependencies) {
        self.launchStyle = launchStyle
        self.dependencies = dependencies
        switch launchStyle {
        case .startScreen: box = ObservableBox(.showing(launchStyle.signedOut))
        case .direct, .signInScreen, .mainScreen: box = ObservableBox(.restoring)
        }
    }

    /// Decides the first route; where the app begins with the start screen, it is decided already.
    ///
    /// A remembered session leads to the main screen. A store that cannot be read leads nowhere: that is never taken
    /// for nobody being signed in.
    public func launch() async {
        guard box.value == .restoring, !isRestoring, !isEnded else { return }
        await restore()
    }

    /// Looks for the remembered session again after the store could not be read; otherwise nothing happens.
    public func retry() async {
        guard case .unavailable = box.value, !isEnded else { return }
        box.value = .restoring
        await restore()
    }

    private func restore() async {
        isRestoring = true
        defer { isRestoring = false }
        await work.run { [dependencies] in
            await dependencies.restoreSession()
        } then: { outcome in
            switch outcome {
            case .restored(let session): self.go(to: RouteStack(.home(session)))
            case .none: self.go(to: self.launchStyle.signedOut)
            case .unavailable(let error): self.box.value = .unavailable(error)
            }
        }
    }

    /// Ends the flow for good: what its screens have under way is cancelled or, where half of it would help nobody,
    /// finished; no screen does anything any more, and no route changes.
    ///
    /// It returns when the last of it is done. A second time changes nothing.
    public func end() async {
        isEnded = true
        work.cancel()
        for level in levels { level.retire() }
        alerts.removeAll(of: self)
        await line.emptied()
    }

    // MARK: Screens

    /// Stops listening to the view model of the screen that is shown, for another one is made.
    func beginVisit() -> Int {
        visits += 1
        let last = levels.count - 1
        let replaced = levels[last]
        levels[last] = FlowLevel(visit: visits)
        replaced.retire()
        return visits
    }

    /// Remembers how to reach a view model that was made for the screen that is shown.
    func listen(to level: FlowLevel) {
        levels[levels.count - 1] = level
        if isEnded { level.retire() }
    }

    // MARK: What the screens lead to

    func show(_ route: Route, from visit: Int) {
        guard isShown(visit) else { return }
        go(to: routes.showing(route))
    }

    func leave(from visit: Int) {
        guard isShown(visit) else { return }
        go(to: routes.uncovered())
    }

    /// Goes to the main screen with a session that was stored; what covers the screen knows of a later one.
    func resume(_ session: Session, from visit: Int) {
        guard isShown(visit) else { return }
        go(to: launchStyle.signedIn(session))
    }

    /// Goes to the main screen; a screen that is covered has signed somebody in as well as the one that is shown.
    func signIn(_ session: Session, _ notice: FlowNotice?, from visit: Int) {
        guard levels.contains(where: { $0.visit == visit }) else { return }
        go(to: launchStyle.signedIn(session))
        tell(notice)
    }

    /// Goes where nobody is signed in, because the session has ended.
    func end(_ session: Session, _ notice: FlowNotice?) {
        guard shows(session) else { return }
        go(to: launchStyle.signedOut)
        tell(notice)
    }

    /// Goes back to the main screen, because another session has taken the place of the one that is shown.
    func replace(_ old: Session, with new: Session, _ notice: FlowNotice?) {
        guard shows(old) else { return }
        go(to: routes.home(new))
        tell(notice)
    }

    func tell(_ notice: FlowNotice?) {
        if let notice, !isEnded { alerts.present(.notice(notice), for: self) }
    }

    private func shows(_ session: Session) -> Bool { box.value.routes?.session?.accountID == session.accountID }

    private var routes: RouteStack { box.value.routes ?? launchStyle.signedOut }

    private func isShown(_ visit: Int) -> Bool { levels.last?.visit == visit }

    private func go(to routes: RouteStack) {
        guard !isEnded else { return }
        work.cancel()
        let old = box.value.routes?.routes ?? []
        // A screen that stays where it is keeps its view model.
        guard old != routes.routes else { return }
        let kept = zip(old, routes.routes).prefix { $0.isSameScreen(as: $1) }.count
        let dropped = levels[kept...]
        levels = Array(levels[..<kept])
        for _ in kept..<routes.routes.count {
            visits += 1
            levels.append(FlowLevel(visit: visits))
        }
        for level in dropped { level.retire() }
        for (level, route) in zip(levels, routes.routes).prefix(kept) {
            if case .home(let session) = route { level.tell(session) }
        }
        if kept == routes.routes.count, kept < old.count { levels[kept - 1].uncover() }
        box.value = .showing(routes)
    }
}
