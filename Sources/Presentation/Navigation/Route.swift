public import Domain

/// A screen and its subject.
public enum Route: Hashable, Sendable {
    /// The start screen.
    case start
    /// The sign-up screen.
    case signUp
    /// The sign-in screen.
    case signIn
    /// The main screen, with the session of the user; nil if nobody is signed in.
    case home(Session?)
    /// The account screen of the user.
    case account(Session)

    /// The session of the user on this screen, if any.
    public var session: Session? {
        switch self {
        case .start, .signUp, .signIn: nil
        case .home(let session): session
        case .account(let session): session
        }
    }

    /// Returns whether two routes are the same screen, which keeps its view model: the main screen changes its session.
    ///
    /// - Parameter other: Another route.
    /// - Returns: Whether they are one screen.
    public func isSameScreen(as other: Route) -> Bool {
        if case .home = self, case .home = other { true } else { self == other }
    }
}

/// The screens that are presented over one another; only the topmost is shown.
public struct RouteStack: Hashable, Sendable {
    /// The screen at the bottom, which can only be replaced by another root.
    public let root: Route

    /// The screens that are presented over it, from the bottom up.
    public private(set) var presented: [Route]

    /// Creates a stack.
    ///
    /// - Parameters:
    ///   - root: The screen at the bottom.
    ///   - presented: The screens that are presented over it, from the bottom up.
    public init(_ root: Route, presenting presented: [Route] = []) {
        self.root = root
        self.presented = presented
    }

    /// The screen that is shown.
    public var top: Route { presented.last ?? root }

    /// All screens, from the bottom up.
    public var routes: [Route] { [root] + presented }

    /// The session of the user, if any.
    public var session: Session? { top.session }

    /// The stack that shows another screen: one that is in the stack already loses the screens over it, Sign-up and
    /// Sign-in replace each other over a start screen, and any other one is presented over the rest.
    func showing(_ route: Route) -> RouteStack {
        var stack = self
        if let place = routes.firstIndex(of: route) {
            stack.presented.removeSubrange(place...)
            return stack
        }
        if root == .start, top == .signUp || top == .signIn { stack.presented.removeLast() }
        stack.presented.append(route)
        return stack
    }

    /// The stack without the screen that is shown; the root stays.
    func dismissingTop() -> RouteStack {
        var stack = self
        _ = stack.presented.popLast()
        return stack
    }

    /// The stack with the main screen shown, for another session.
    func home(_ session: Session?) -> RouteStack {
        if case .home = root { return RouteStack(.home(session)) }
        var stack = self
        stack.presented = presented.prefix { if case .home = $0 { false } else { true } } + [.home(session)]
        return stack
    }
}
