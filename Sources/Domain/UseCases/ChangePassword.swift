#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Changes the password of the person who is signed in.
///
/// It asks for the password so far, whatever the age of the session, so that a device left alone is not enough.
public struct ChangePassword: Sendable {
    private let validator: any FormValidating
    private let service: any AccountService & PasswordChanging
    private let openSession: OpenSession

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - validator: Judges the new password by the policy of sign-up.
    ///   - service: Changes the password.
    ///   - sessions: Keeps the session for the next launch.
    ///   - dates: Tells when the new session begins.
    ///   - policy: Says when it ends by itself.
    public init(
        validator: any FormValidating,
        service: any AccountService & PasswordChanging,
        sessions: any SessionRepository,
        dates: DateGenerator,
        policy: SessionPolicy = .untilSignOut
    ) {
        self.validator = validator
        self.service = service
        openSession = OpenSession(service: service, sessions: sessions, dates: dates, policy: policy)
    }

    /// Changes the password and begins a new session; what is stored of any other is gone.
    ///
    /// - Parameters:
    ///   - session: The session of the account's owner.
    ///   - current: The password so far.
    ///   - new: The password from now on.
    ///   - confirmation: The new password once more, for a policy that wants it.
    /// - Returns: The new session, remembered if the one before was, and whether it could be stored.
    /// - Throws: ``ChangePasswordError``; the password is unchanged then.
    public func callAsFunction(
        _ session: Session,
        from current: Password,
        to new: Password,
        confirmation: Password
    ) async throws(ChangePasswordError) -> OpenedSession {
        let form = AccountForm([
            .id: session.accountID.text, .nickname: session.profile.nickname?.text ?? "", .password: new.revealed,
            .confirmation: confirmation.revealed,
        ])
        // The ID and the nickname are there to be compared with; they were accepted long ago.
        let issues = validator.report(on: form).issues.filter { [.password, .confirmation].contains($0.field) }
        guard issues.isEmpty else { throw .invalidInput(issues) }

        do {
            try await openSession.checkStore()
        } catch {
            throw .failed(.storage(error))
        }
        let authentication: Authentication
        do {
            authentication = try await service.changePassword(of: session, from: current, to: new)
        } catch {
            throw ChangePasswordError(error)
        }
        guard let opened = await openSession.uncancellable(for: authentication, remember: session.isRemembered) else {
            // A deleted account has no password, so none is right.
            throw .wrongPassword
        }
        return opened
    }
}

/// Why a change of the password failed; nothing was changed.
public enum ChangePasswordError: Error, Hashable, Sendable {
    /// The new password is not as it should be; nothing was changed.
    case invalidInput([FieldIssue])

    /// The password so far is another one, or there is no such account any more; nothing was changed.
    case wrongPassword

    /// There were too many wrong passwords: nobody may try before that time, or, without one, before somebody lifts the
    /// ban.
    case throttled(until: Date?)

    /// The account service could not do its work; nothing was changed.
    case failed(AccountServiceFailure)

    init(_ error: AuthenticationError) {
        switch error {
        case .invalidCredentials: self = .wrongPassword
        case .throttled(let until): self = .throttled(until: until)
        case .invalidInput(let issues): self = .invalidInput(issues)
        case .failed(let failure): self = .failed(failure)
        }
    }
}
