public import Domain

/// A stack of screens, of which the topmost is shown.
public struct RouteStack: Hashable, Sendable {
    /// The screen at the bottom, which can only be replaced by another root.
    public let root: Route

    /// The screens over the root, from the bottom up.
    public private(set) var presented: [Route]

    /// Creates a stack.
    ///
    /// - Parameters:
    ///   - root: The screen at the bottom.
    ///   - presented: The screens over the root, from the bottom up.
    public init(_ root: Route, presenting presented: [Route] = []) {
        self.root = root
        self.presented = presented
    }

    /// The screen that is shown.
    public var top: Route { presented.last ?? root }

    /// All screens, from the bottom up.
    public var routes: [Route] { [root] + presented }

    /// The topmost screen that the user cannot leave by going back, for the root of a navigation stack.
    public var navigationRoot: Route { routes[navigationStart] }

    /// The screens over ``navigationRoot``, from the bottom up, for the path of a navigation stack.
    ///
    /// After the stack has popped some of them, call ``RootFlowViewModel/goBack(to:)``.
    public var navigationPath: [Route] { Array(routes[(navigationStart + 1)...]) }

    private var navigationStart: Int { routes.lastIndex { !$0.canBeLeft } ?? 0 }

    /// The session of the user on the topmost screen, if any.
    public var session: Session? { top.session }

    /// Returns the stack that shows a screen.
    ///
    /// Screens over it are removed. Sign-up and Sign-in replace each other over a start screen. Any other screen is
    /// presented over the rest.
    func showing(_ route: Route) -> RouteStack {
        var stack = self
        if let place = routes.lastIndex(of: route) {
            stack.presented.removeSubrange(place...)
            return stack
        }
        // After a step, nothing is left of it.
        if case .challenge = top { stack.presented.removeLast() }
        let forms = [Route.signUp, .signIn]
        if root == .start, forms.contains(stack.top), forms.contains(route) { stack.presented.removeLast() }
        stack.presented.append(route)
        return stack
    }

    /// Returns the stack with Sign-in over the screen of a user, who stays signed in.
    func addingAccount() -> RouteStack { RouteStack(root, presenting: presented + [.signIn]) }

    /// Returns the stack without the screen that is shown; the root stays.
    func dismissingTop() -> RouteStack {
        var stack = self
        _ = stack.presented.popLast()
        return stack
    }

    /// Returns the stack whose main screen has the profile of a session that is the same otherwise.
    func updatingHome(_ session: Session) -> RouteStack {
        func updated(_ route: Route) -> Route {
            if case .home(let old?) = route, old.id == session.id { .home(old.with(session.profile)) } else { route }
        }
        return RouteStack(updated(root), presenting: presented.map(updated))
    }

    /// Returns the stack that shows the main screen of a session.
    func home(_ session: Session?) -> RouteStack {
        if case .home = root { return RouteStack(.home(session)) }
        var stack = self
        stack.presented = presented.prefix { if case .home = $0 { false } else { true } } + [.home(session)]
        return stack
    }
}
