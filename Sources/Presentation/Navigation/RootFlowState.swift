public import Domain

/// The screens of an app.
public enum RootFlowState: Hashable, Sendable {
    /// The remembered session is being restored.
    case restoring
    /// Screens are shown.
    case showing(RouteStack)
    /// The store of the session cannot be read, so it is unknown whether the user is signed in.
    case unavailable(StorageError)

    /// The screen that is shown, if any.
    public var route: Route? { routes?.top }

    /// Whether the session cannot be read, but the user can start over without it.
    public var canStartOver: Bool {
        if case .unavailable(let error) = self { error.allowsStartingOver } else { false }
    }

    /// All screens, if any is shown.
    public var routes: RouteStack? {
        if case .showing(let routes) = self { routes } else { nil }
    }
}
