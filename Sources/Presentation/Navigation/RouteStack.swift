public import Domain

/// The screens that stand one over the other; only the topmost is shown.
public struct RouteStack: Hashable, Sendable {
    /// The screen at the bottom, which cannot be left but for another root.
    public let root: Route

    /// The screens over it, from the bottom up.
    public private(set) var covers: [Route]

    /// Creates a stack.
    ///
    /// - Parameters:
    ///   - root: The screen at the bottom.
    ///   - covers: The screens over it, from the bottom up.
    public init(_ root: Route, covers: [Route] = []) {
        self.root = root
        self.covers = covers
    }

    /// The screen that is shown.
    public var top: Route { covers.last ?? root }

    /// All screens, from the bottom up.
    public var routes: [Route] { [root] + covers }

    /// Who is signed in, if anybody.
    public var session: Session? { top.session }

    /// The stack with another screen shown: one that is in the stack already loses what covers it; Sign-up and Sign-in
    /// take each other's place over a start screen; any other one is put over the rest.
    func showing(_ route: Route) -> RouteStack {
        var stack = self
        if let place = routes.firstIndex(of: route) {
            stack.covers.removeSubrange(place...)
            return stack
        }
        if root == .start, top == .signUp || top == .signIn { stack.covers.removeLast() }
        stack.covers.append(route)
        return stack
    }

    /// The stack without the screen that is shown; the root stays.
    func uncovered() -> RouteStack {
        var stack = self
        _ = stack.covers.popLast()
        return stack
    }

    /// The stack with the main screen shown, for another session.
    func home(_ session: Session?) -> RouteStack {
        if case .home = root { return RouteStack(.home(session)) }
        var stack = self
        stack.covers = covers.prefix { if case .home = $0 { false } else { true } } + [.home(session)]
        return stack
    }
}
