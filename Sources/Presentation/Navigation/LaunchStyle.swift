import Domain

/// How an app begins, and which screen it comes back to when nobody is signed in.
public enum LaunchStyle: Hashable, Sendable, CaseIterable {
    /// With the start screen, whose action looks for the remembered session.
    case startScreen

    /// With the remembered session at once, and with the start screen only where there is none.
    case direct

    /// With the remembered session at once, and with Sign-in where there is none; the main screen is put over it.
    case signInScreen

    /// With the main screen in any case, over which Sign-in is put; it shows the remembered session, if any.
    case mainScreen

    /// The screens while nobody is signed in.
    var signedOut: RouteStack {
        switch self {
        case .startScreen, .direct: RouteStack(.start)
        case .signInScreen: RouteStack(.signIn)
        case .mainScreen: RouteStack(.home(nil))
        }
    }

    /// The screens once somebody has signed in.
    func signedIn(_ session: Session) -> RouteStack {
        switch self {
        case .startScreen, .direct: RouteStack(.start, covers: [.home(session)])
        case .signInScreen: RouteStack(.signIn, covers: [.home(session)])
        case .mainScreen: RouteStack(.home(session))
        }
    }
}
