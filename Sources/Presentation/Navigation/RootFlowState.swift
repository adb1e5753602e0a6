public import Domain

/// The screens of an app as a whole.
public enum RootFlowState: Hashable, Sendable {
    /// The remembered session is being restored.
    case restoring
    /// Screens are shown.
    case showing(RouteStack)
    /// The store of the session cannot be read, so it is unknown whether the user is signed in.
    case unavailable(StorageError)

    /// The screen that is shown; nil while there is none.
    public var route: Route? { routes?.top }

    /// All screens; nil while there are none.
    public var routes: RouteStack? {
        if case .showing(let routes) = self { routes } else { nil }
    }
}

/// How an app begins, and which screen it returns to after signing out.
public enum LaunchStyle: Hashable, Sendable, CaseIterable {
    /// With the start screen, whose action restores the remembered session.
    case startScreen
    /// With the remembered session or, without one, the start screen.
    case direct
    /// With the remembered session or, without one, Sign-in, over which the main screen is presented.
    case signInScreen
    /// With the main screen, which shows the remembered session, if any; Sign-in is presented over it.
    case mainScreen

    /// The screens while nobody is signed in.
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

/// A failure to report after an operation that succeeded otherwise.
public enum FlowNotice: Hashable, Sendable {
    /// The user is signed in, but the session could not be stored: the next launch may find another one or none.
    case sessionNotSaved(StorageError)
    /// The user is signed out, but the stored session remains: the next launch may restore it.
    case sessionRemains(StorageError)
    /// The user is signed in, but the agreement to the terms was not stored: the next sign-in asks for it again.
    case agreementNotSaved(AgreeToTermsError)

    /// Creates the notice of a session that could not be stored, or nil if it was.
    init?(_ opened: OpenedSession) {
        guard let error = opened.storageError else { return nil }
        self = .sessionNotSaved(error)
    }

    /// Creates the notice of a sign-out, or nil if it is complete.
    ///
    /// - Parameter outcome: The outcome.
    public init?(_ outcome: SignOutOutcome) {
        switch outcome {
        case .complete: return nil
        case .sessionRemains(let error): self = .sessionRemains(error)
        }
    }
}
