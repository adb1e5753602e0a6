/// What an app asks of its forms: one policy to sign up, and a milder one to sign in.
///
/// Signing in asks only for what can be looked up at all. A rule that was added later must not lock out those who
/// signed up before it.
public struct AccountPolicy: Hashable, Sendable {
    /// The largest password that a policy of this module lets through, in octets of UTF-8.
    ///
    /// It is what 128 characters can take before they are normalised, so it never refuses what the length allows.
    public static let maximumPasswordOctets = 2_048

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
