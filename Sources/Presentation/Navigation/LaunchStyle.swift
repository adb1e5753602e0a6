import Domain

/// The start of a launch, and the screen that is shown after signing out.
public enum LaunchStyle: Hashable, Sendable, CaseIterable {
    /// The start screen, whose action restores the remembered session.
    case startScreen
    /// The remembered session or, without one, the start screen.
    case direct
    /// The remembered session or, without one, Sign-in; the main screen is presented over Sign-in.
    case signInScreen
    /// The main screen, with the remembered session, if any; Sign-in is presented over it.
    case mainScreen

    /// The screens while no user is signed in.
    var signedOut: RouteStack {
        switch self {
        case .startScreen, .direct: RouteStack(.start)
        case .signInScreen: RouteStack(.signIn)
        case .mainScreen: RouteStack(.home(nil))
        }
    }

    /// The screens after signing in.
    func signedIn(_ session: Session) -> RouteStack {
        switch self {
        case .startScreen, .direct: RouteStack(.start, presenting: [.home(session)])
        case .signInScreen: RouteStack(.signIn, presenting: [.home(session)])
        case .mainScreen: RouteStack(.home(session))
        }
    }
}
