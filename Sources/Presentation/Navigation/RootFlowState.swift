public import Domain

/// Where the app is as a whole.
public enum RootFlowState: Hashable, Sendable {
    /// The remembered session is being looked for, and nothing is decided yet.
    case restoring

    /// Screens are shown.
    case showing(RouteStack)

    /// The store of the session cannot be read, so nobody knows whether somebody is signed in.
    case unavailable(StorageError)

    /// The screen that is shown; nil while there is none.
    public var route: Route? { routes?.top }

    /// The screens, one over the other; nil while there are none.
    public var routes: RouteStack? {
        if case .showing(let routes) = self { routes } else { nil }
    }
}
