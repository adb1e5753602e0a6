/// Changes the password of the person who is signed in.
///
/// It asks for the password so far, whatever the age of the session, so that a device left alone is not enough.
public struct ChangePassword: Sendable {
    private let validator: any FormValidating
    private let service: any AccountService & PasswordChanging
    private let openSession: OpenSession
    private let work: any WorkAdmitting

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - validator: Judges the new password by the policy of sign-up.
    ///   - service: Changes the password.
    ///   - sessions: Keeps the session for the next launch.
    ///   - dates: Tells when the new session begins.
    ///   - policy: Says when it ends by itself.
    ///   - work: Admits the work, until the app is shut down.
    public init(
        validator: any FormValidating,
        service: any AccountService & PasswordChanging,
        sessions: any SessionRepository,
        dates: DateGenerator,
        policy: SessionPolicy = .untilSignOut,
        work: any WorkAdmitting = UnlimitedWork()
    ) {
        self.work = work
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
    /// - Returns: The new session, remembered if the one before was.
    /// - Throws: `ChangePasswordError.invalidInput`, `.wrongPassword` or `.throttled` where the password is as it was;
    ///   `.failed` where it is too, because the service or a store could not do its work, and with `.cancelled` once
    ///   the app is shut down; `.sessionNotSaved` where it is changed, with a session that the next launch will not
    ///   know.
    public func callAsFunction(
        _ session: Session,
        from current: Password,
        to new: Password,
        confirmation: Password
    ) async throws(ChangePasswordError) -> Session {
        guard work.begin() else { throw .failed(.cancelled) }
        defer { work.end() }
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
        return try await openSession.store(authentication, remember: session.isRemembered)
    }
}
