/// A use case that sets the password of a user who has forgotten it, with a code.
public struct ConfirmPasswordReset: Sendable {
    private let validator: any FormValidating
    private let service: any PasswordResetting
    private let operations: any PendingOperationRepository
    private let sessions: CurrentSession

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - validator: The validator of the sign-up form, for the new password.
    ///   - service: Sets the password.
    ///   - operations: The store of the requests.
    ///   - sessions: The sessions on this device.
    public init(
        validator: any FormValidating,
        service: any PasswordResetting,
        operations: any PendingOperationRepository,
        sessions: CurrentSession
    ) {
        self.validator = validator
        self.service = service
        self.operations = operations
        self.sessions = sessions
    }

    /// Sets the password, and ends the session of the account on this device, if there is one.
    ///
    /// The user signs in afterwards. If an e-mail address names the account, sessions whose address is unknown end too, because
    /// each of them may be the session of the account.
    ///
    /// - Parameters:
    ///   - id: The account, by the text of ``RequestPasswordReset/field``; nil if only the link knows it.
    ///   - code: The code, and the identity of the account in the link.
    ///   - new: The new password.
    ///   - confirmation: The new password, typed a second time, for a policy that requires it.
    /// - Returns: What the user has to know.
    /// - Throws: ``ConfirmPasswordResetError``; in that case, the password is unchanged, unless the failure of a service on
    ///   a server ``AccountServiceFailure/leavesOutcomeUnknown``.
    public func callAsFunction(
        of id: AccountID?,
        with code: AccountConfirmation,
        to new: Password,
        confirmation: Password
    ) async throws(ConfirmPasswordResetError) -> PasswordReset {
        let form = AccountForm([.password: new.revealed, .confirmation: confirmation.revealed])
        let issues = validator.reportOnNewPassword(in: form, id: id).issues
        guard issues.isEmpty else { throw .invalidInput(issues) }
        let recoveryCode: RecoveryCode?
        do {
            recoveryCode = try await service.confirmPasswordReset(of: id, with: code, to: new)
        } catch {
            throw ConfirmPasswordResetError(error)
        }
        return PasswordReset(recoveryCode: recoveryCode, storageError: await finish(id))
    }

    /// Forgets the request, and ends the session of the account; returns the reason why it may be restored.
    private func finish(_ id: AccountID?) async -> StorageError? {
        // A request that stays is dropped after a day.
        for operation in (try? await operations.pending()) ?? []
        where operation.action == .resetPassword && id.map({ $0 == operation.accountID }) ?? true {
            try? await operations.end(operation)
        }
        guard let id else { return nil }
        var storageError: StorageError?
        do {
            for session in try await sessions.list().sessions where mayBelong(session, to: id) {
                let outcome = await sessions.signOut(session.id, everywhere: false)
                if case .sessionRemains(let error) = outcome { storageError = error }
            }
        } catch {
            storageError = error
        }
        return storageError
    }

    /// Returns whether a session is of the account, or of an account with an unknown address if an address names the account.
    private func mayBelong(_ session: Session, to id: AccountID) -> Bool {
        guard service.resetField == .email else { return session.accountID == id }
        // A user name is no address, so whose session it is remains unknown.
        let address = session.profile.email ?? (try? EmailAddress(session.accountID.text))
        return address.map { $0.text == id.text } ?? true
    }
}

/// The result of a password that was set with a code.
public struct PasswordReset: Hashable, Sendable {
    /// The recovery code that replaces the one that was used, to be shown once; nil if the code came in a message, or if the
    /// account requires one-time passwords.
    public let recoveryCode: RecoveryCode?

    /// The reason why the session of the account on this device could not be removed, or nil.
    public let storageError: StorageError?

    /// Creates a result.
    ///
    /// - Parameters:
    ///   - recoveryCode: The recovery code that replaces the one that was used, or nil.
    ///   - storageError: The reason why the session of the account on this device could not be removed, or nil.
    public init(recoveryCode: RecoveryCode? = nil, storageError: StorageError? = nil) {
        self.recoveryCode = recoveryCode
        self.storageError = storageError
    }
}

/// The reason why a password was not set with a code.
public enum ConfirmPasswordResetError: Error, Hashable, Sendable {
    /// The new password is not valid.
    case invalidInput([FieldIssue])

    /// The code is wrong or was used, or the ID is unknown; the error does not reveal which.
    case wrongCode

    /// After repeated wrong codes or passwords, attempts are rejected.
    case throttled(Throttling)

    /// The account service failed, or refused the code or the password in its own words.
    case service(AccountServiceFailure)

    init(_ error: AuthenticationError) {
        switch error {
        case .invalidCredentials: self = .wrongCode
        case .throttled(let throttling): self = .throttled(throttling)
        case .invalidInput(let issues): self = .invalidInput(issues)
        case .service(let failure): self = .service(failure)
        }
    }
}
