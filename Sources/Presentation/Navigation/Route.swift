public import Domain

/// A screen and its subject.
public enum Route: Hashable, Sendable {
    /// The start screen.
    case start
    /// The sign-up screen.
    case signUp
    /// The sign-in screen.
    case signIn
    /// The screen for a forgotten password, with the code and the account of the link that opened it, if any.
    case passwordReset(AccountConfirmation?)
    /// The screen for a step before a session, with what the user has decided before.
    case challenge(Challenge, ChallengeContext)
    /// The agreement screen, for a remembered session whose owner has to agree to these documents first.
    case agreement(Session, [ConsentDocument])
    /// The main screen, with the session of the user; nil if no user is signed in.
    case home(Session?)
    /// The account screen of the user.
    case account(Session)
    /// The profile screen of the user.
    case profile(Session)
    /// The screen of the user for one-time passwords.
    case totp(Session)

    /// The session of the user on this screen, if any; without the agreement, a session cannot be used.
    public var session: Session? {
        switch self {
        case .start, .signUp, .signIn, .passwordReset, .challenge, .agreement: nil
        case .home(let session): session
        case .account(let session), .profile(let session), .totp(let session): session
        }
    }

    /// The session that the screen is for, even if it cannot be used before an agreement; or nil.
    var owner: Session? {
        if case .agreement(let session, _) = self { session } else { self.session }
    }

    /// Whether the user can leave the screen by going back: not the main screen, which a sign-out ends, nor the agreement.
    var canBeLeft: Bool {
        switch self {
        case .start, .agreement, .home: false
        case .signUp, .signIn, .passwordReset, .challenge, .account, .profile, .totp: true
        }
    }

    /// Returns whether two routes are one screen, which retains its view model; the main screen may change its session.
    ///
    /// - Parameter other: Another route.
    /// - Returns: Whether they are one screen.
    public func isSameScreen(as other: Route) -> Bool {
        screenID == other.screenID
    }

    /// The identity of the screen, which is equal for two routes that are one screen, such as for `id(_:)` of SwiftUI.
    public var screenID: Route { if case .home = self { .home(nil) } else { self } }
}
