public import Domain

/// Where the app is as a whole.
public enum RootFlowState: Hashable, Sendable {
    /// The remembered session is being looked for, and nothing is decided yet.
    case restoring

    /// A screen is shown, with what could not be done on the way to it, if anything.
    case showing(Route, notice: FlowNotice? = nil)

    /// The store of the session cannot be read, so nobody knows whether somebody is signed in.
    case unavailable(StorageError)
}
