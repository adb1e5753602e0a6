/// What a sign-in screen does besides signing in.
public struct SignInStyle: Hashable, Sendable {
    /// Whether the check box is ticked at first, so that the next launch restores the session.
    public var remembersAtFirst: Bool

    /// Whether an alert shows the outcome, in addition to the label.
    public var alertsOutcome: Bool

    /// Whether the screen has a button that goes to Sign-up.
    public var offersSignUp: Bool

    /// Creates a style.
    ///
    /// - Parameters:
    ///   - remembersAtFirst: Whether the check box is ticked at first.
    ///   - alertsOutcome: Whether an alert shows the outcome.
    ///   - offersSignUp: Whether the screen has a button that goes to Sign-up.
    public init(remembersAtFirst: Bool = true, alertsOutcome: Bool = false, offersSignUp: Bool = true) {
        self.remembersAtFirst = remembersAtFirst
        self.alertsOutcome = alertsOutcome
        self.offersSignUp = offersSignUp
    }
}
