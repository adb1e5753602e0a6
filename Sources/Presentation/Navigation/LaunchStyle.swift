/// How an app begins.
public enum LaunchStyle: Hashable, Sendable, CaseIterable {
    /// With the start screen, whose action looks for the remembered session.
    case startScreen

    /// With the remembered session at once, and with the start screen only where there is none.
    case direct
}
