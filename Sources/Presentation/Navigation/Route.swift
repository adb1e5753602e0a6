public import Domain

/// Where the app is.
public enum Route: Hashable, Sendable {
    /// The start screen.
    case start

    /// The sign-up screen.
    case signUp

    /// The sign-in screen.
    case signIn

    /// The welcome screen of the person who is signed in.
    case welcome(Session)
}
