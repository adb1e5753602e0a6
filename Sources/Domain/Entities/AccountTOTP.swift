/// The one-time passwords of an account on this device.
public struct AccountTOTP: Hashable, Sendable {
    /// The generator, which the authenticator app of the account owner has too.
    public let totp: TOTP

    /// The step of the last accepted password; nil until the first one shows that the authenticator app has the key.
    public var lastStep: Int?

    /// Creates the one-time passwords of an account.
    ///
    /// - Parameters:
    ///   - totp: The generator.
    ///   - lastStep: The step of the last accepted password, or nil if there is none.
    public init(_ totp: TOTP, lastStep: Int? = nil) {
        (self.totp, self.lastStep) = (totp, lastStep)
    }

    /// Whether a sign-in requires a one-time password.
    public var isOn: Bool { lastStep != nil }
}
