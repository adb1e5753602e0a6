public import Domain

/// A screen, and what it is about.
public enum Route: Hashable, Sendable {
    /// The start screen.
    case start

    /// The sign-up screen.
    case signUp

    /// The sign-in screen.
    case signIn

    /// The main screen, which greets the person who is signed in; nil where nobody is.
    case home(Session?)

    /// The account screen of the person who is signed in.
    case account(Session)

    /// Who is signed in on this screen, if anybody.
    public var session: Session? {
        switch self {
        case .start, .signUp, .signIn: nil
        case .home(let session): session
        case .account(let session): session
        }
    }

    /// Tells whether two routes are one screen, which keeps its view model: the main screen is told who is signed in.
    ///
    /// - Parameter other: Another route.
    /// - Returns: Whether they are one screen.
    public func isSameScreen(as other: Route) -> Bool {
        if case .home = self, case .home = other { true } else { self == other }
    }
}
