/// A use case that changes the password of the signed-in user.
///
/// It always requires the current password, so that access to an unlocked device is not enough.
public struct ChangePassword: Sendable {
    private let validator: any FormValidating
    private let service: any AccountService & PasswordChanging
    private let sessions: CurrentSession
    private let openSession: OpenSession
    private let review: ReviewTerms?

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - validator: The validator of the sign-up form, for the new password.
    ///   - service: Changes the password.
    ///   - sessions: The session of the user.
    ///   - review: Finds the terms that users must agree to; nil if there are none.
    public init(
        validator: any FormValidating,
        service: any AccountService & PasswordChanging,
        sessions: CurrentSession,
        review: ReviewTerms? = nil
    ) {
        self.validator = validator
        self.service = service
        self.sessions = sessions
        self.review = review
        openSession = OpenSession(service: service, sessions: sessions)
    }

    /// Changes the password and starts a new session, which replaces the stored one.
    ///
    /// - Parameters:
    ///   - session: The session of the account owner.
    ///   - current: The current password.
    ///   - new: The new password.
    ///   - confirmation: The new password, typed a second time, for a policy that requires it.
    /// - Returns: The new session, remembered if the old one was; or the fact that it has ended.
    /// - Throws: ``ChangePasswordError``; in that case, the password is unchanged, unless the failure of a service on a
    ///   server ``AccountServiceFailure/leavesOutcomeUnknown``.
    public func callAsFunction(
        _ session: Session,
        from current: Password,
        to new: Password,
        confirmation: Password
    ) async throws(ChangePasswordError) -> AccountChangeOutcome {
        let form = AccountForm([.password: new.revealed, .confirmation: confirmation.revealed])
        let (id, nickname) = (session.accountID, session.profile.nickname)
        let issues = validator.reportOnNewPassword(in: form, id: id, nickname: nickname).issues
        guard issues.isEmpty else { throw .invalidInput(issues) }

        let missing: [ConsentDocument]
        do {
            // The new session replaces that of the account, so there is a place for it.
            _ = try await openSession.isFull(for: session.accountID)
            missing = try await review?.missing(for: session.accountID) ?? []
        } catch {
            throw .service(.storage(error))
        }
        guard missing.isEmpty else { throw .termsRequired(missing) }
        await sessions.beginPasswordChange(of: session.id)
        do throws(ChangePasswordError) {
            let outcome = try await change(session, from: current, to: new)
            await sessions.endPasswordChange(of: session.id)
            return outcome
        } catch {
            await sessions.endPasswordChange(of: session.id)
            throw error
        }
    }

    private func change(
        _ session: Session,
        from current: Password,
        to new: Password
    ) async throws(ChangePasswordError) -> AccountChangeOutcome {
        let authentication: Authentication
        do {
            authentication = try await service.changePassword(of: sessions.usable(session), from: current, to: new)
        } catch {
            throw ChangePasswordError(error)
        }
        do {
            return .signedIn(try await openSession(for: authentication, replacing: session))
        } catch {
            return .sessionEnded
        }
    }
}

/// The reason why a password was not changed.
public enum ChangePasswordError: Error, Hashable, Sendable {
    /// The new password is not valid.
    case invalidInput([FieldIssue])

    /// The current password is incorrect, or the account no longer exists.
    case wrongPassword

    /// After repeated wrong passwords, attempts are rejected.
    case throttled(Throttling)

    /// The account has not agreed to these documents in their current versions, so no new session can start.
    case termsRequired([ConsentDocument])

    /// The account service, the store of the session or the store of the consents failed.
    case service(AccountServiceFailure)

    init(_ error: AuthenticationError) {
        switch error {
        case .invalidCredentials: self = .wrongPassword
        case .throttled(let throttling): self = .throttled(throttling)
        case .invalidInput(let issues): self = .invalidInput(issues)
        case .service(let failure): self = .service(failure)
        }
    }
}
