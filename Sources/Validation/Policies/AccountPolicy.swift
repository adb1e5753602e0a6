/// What an app asks of its forms: one policy to sign up, and a milder one to sign in.
///
/// Signing in asks only for what can be looked up at all. A rule that was added later must not lock out those who
/// signed up before it.
public struct AccountPolicy: Hashable, Sendable {
    /// The form to sign up.
    public var signUp: FormPolicy

    /// The form to sign in.
    public var signIn: FormPolicy

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - signUp: The form to sign up.
    ///   - signIn: The form to sign in.
    public init(signUp: FormPolicy, signIn: FormPolicy) {
        self.signUp = signUp
        self.signIn = signIn
    }
}
