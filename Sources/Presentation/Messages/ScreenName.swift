/// The screens that have a title.
public enum ScreenName: Hashable, Sendable, CaseIterable {
    /// The start screen.
    case start

    /// The sign-up screen.
    case signUp

    /// The sign-in screen.
    case signIn

    /// The welcome screen.
    case welcome
}
