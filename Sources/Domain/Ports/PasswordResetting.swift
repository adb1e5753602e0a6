/// An account service with which a user who has forgotten the password sets another one.
public protocol PasswordResetting: Sendable {
    /// How a user proves to be the account owner.
    var resetProof: ResetProof { get }

    /// The field with which a user names the account for a message: the ID, by default, or the e-mail address.
    var resetField: AccountField { get }

    /// Sends the account owner a message with a code or a link.
    ///
    /// - Parameter id: The text of `resetField`, whether the account exists or not.
    /// - Throws: ``AccountServiceFailure``; `.notOffered` unless ``resetProof`` is a message, `.remote(.throttled)`
    ///   after too many messages, and `.remote(.refused)` if a server refuses the ID, which may show that it is unknown.
    func requestPasswordReset(for id: AccountID) async throws(AccountServiceFailure)

    /// Sets a password with a code.
    ///
    /// A code works once. An unknown ID and a wrong code cause the same error after the same time.
    ///
    /// - Parameters:
    ///   - id: The text of `resetField`; nil if only the link knows the account.
    ///   - confirmation: The code.
    ///   - new: The new password.
    /// - Returns: The recovery code that replaces the one that was used; nil if the code came in a message, or if the account
    ///   requires one-time passwords, because one code must not stand for both factors.
    /// - Throws: ``AuthenticationError``; in that case, the password is unchanged, unless the failure of a service on a
    ///   server ``AccountServiceFailure/leavesOutcomeUnknown``. `.invalidCredentials` means that the code is wrong, or was
    ///   used.
    func confirmPasswordReset(
        of id: AccountID?,
        with confirmation: AccountConfirmation,
        to new: Password
    ) async throws(AuthenticationError) -> RecoveryCode?
}

extension PasswordResetting {
    public var resetField: AccountField { .id }
}

/// How a user who has forgotten the password proves to be the account owner.
public enum ResetProof: Hashable, Sendable {
    /// With the code or the link of a message that the service sends.
    case message

    /// With the ``RecoveryCode`` that the user has kept.
    case recoveryCode
}
