/// What an account owner types besides the password: a one-time password, or the recovery code in place of it.
public enum SecondFactor: Hashable, Secret {
    /// A one-time password of the authenticator app.
    case oneTimePassword(OneTimePassword)

    /// The recovery code, for an owner who has lost the authenticator app.
    case recoveryCode(RecoveryCode)

    /// Creates a second factor from a text that the user typed.
    ///
    /// - Parameter text: The text; the result is nil if it is neither of the two.
    public init?(_ text: String) {
        if let password = OneTimePassword(text) {
            self = .oneTimePassword(password)
        } else if let code = RecoveryCode(text) {
            self = .recoveryCode(code)
        } else {
            return nil
        }
    }
}
