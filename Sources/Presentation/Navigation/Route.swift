public import Domain

/// A screen and its subject.
public enum Route: Hashable, Sendable {
    /// The start screen.
    case start
    /// The sign-up screen.
    case signUp
    /// The sign-in screen.
    case signIn
    /// The screen for a forgotten password, with the code and the account of the link that opened it, if any.
    case passwordReset(AccountConfirmation?)
    /// The screen for a step before a session, with what the user has decided before.
    case challenge(Challenge, ChallengeContext)
    /// The agreement screen, for a remembered session whose owner has to agree to these documents first.
    case agreement(Session, [ConsentDocument])
    /// The main screen, with the session of the user; nil if no user is signed in.
    case home(Session?)
    /// The account screen of the user.
    case account(Session)
    /// The profile screen of the user.
    case profile(Session)
    /// The screen of the user for one-time passwords.
    case totp(Session)

    /// The session of the user on this screen, if any; without the agreement, a session cannot be used.
    public var session: Session? {
        switch self {
        case .start, .signUp, .signIn, .passwordReset, .challenge, .agreement: nil
        case .home(let session): session
        case .account(let session), .profile(let session), .totp(let session): session
        }
    }

    /// The session that the screen is for, even if it cannot be used before an agreement; or nil.
    var owner: Session? {
        if case .agreement(let session, _) = self { session } else { self.session }
    }

    /// Whether the user can leave the screen by going back: not the main screen, which a sign-out ends, nor the agreement.
    var canBeLeft: Bool {
        switch self {
        case .start, .agreement, .home: false
        case .signUp, .signIn, .passwordReset, .challenge, .account, .profile, .totp: true
        }
    }

    /// Returns whether two routes are one screen, which retains its view model; the main screen may change its session.
    ///
    /// - Parameter other: Another route.
    /// - Returns: Whether they are one screen.
    public func isSameScreen(as other: Route) -> Bool {
        screenID == other.screenID
    }

    /// The identity of the screen, which is equal for two routes that are one screen, such as for `id(_:)` of SwiftUI.
    public var screenID: Route { if case .home = self { .home(nil) } else { self } }
}

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
