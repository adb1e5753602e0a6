/// The one-time passwords of an account on this device.
public struct AccountTOTP: Hashable, Sendable {
    /// The number of ``usedSteps`` that are kept.
    public static let usedStepLimit = 8

    /// The generator, which the authenticator app of the account owner has too.
    public let totp: TOTP

    /// The steps of the last accepted passwords, in the order of their use; empty until the first one shows that the
    /// authenticator app has the key.
    ///
    /// Several are kept, because a clock that was ahead leaves a step of the future.
    public private(set) var usedSteps: [Int]

    /// Creates the one-time passwords of an account.
    ///
    /// - Parameters:
    ///   - totp: The generator.
    ///   - usedSteps: The steps of the accepted passwords, in the order of their use; only the last ``usedStepLimit`` are
    ///     kept.
    public init(_ totp: TOTP, usedSteps: [Int] = []) {
        (self.totp, self.usedSteps) = (totp, Array(usedSteps.suffix(Self.usedStepLimit)))
    }

    /// Whether a sign-in requires a one-time password.
    public var isOn: Bool { !usedSteps.isEmpty }

    /// Notes that the password of a step was accepted.
    ///
    /// If there are too many, the earliest step before this one is forgotten. Its password stays used, because that of
    /// a later step was. A step of the future is kept until the clock comes to it.
    ///
    /// - Parameter step: The step.
    public mutating func use(_ step: Int) {
        var steps = usedSteps
        if steps.count >= Self.usedStepLimit, let earliest = steps.filter({ $0 < step }).min() {
            steps.removeAll { $0 == earliest }
        }
        self = AccountTOTP(totp, usedSteps: steps + [step])
    }
}
