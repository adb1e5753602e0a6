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

    /// The main screen, whether somebody is signed in or not.
    case main

    /// The account screen.
    case account
}
