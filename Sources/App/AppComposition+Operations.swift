public import Domain
import Presentation

// Each method calls the use case of its name. The shutdown waits for a running call.
extension AppComposition {
    /// Registers an account and signs its owner in.
    ///
    /// - Parameters:
    ///   - form: The submitted form.
    ///   - documents: The documents to which the user agrees with the sign-up.
    ///   - remember: Whether the next launch restores the session.
    /// - Returns: The new session, or the reason why the user has to sign in.
    /// - Throws: ``/Domain/SignUpError``.
    public func signUp(
        _ form: AccountForm,
        agreeingTo documents: [ConsentDocument] = [],
        remember: Bool = true
    ) async throws(SignUpError) -> SignUpOutcome {
        try await run(orThrow: .service(.cancelled)) { useCases throws(SignUpError) in
            try await useCases.signUp(form, agreeingTo: documents, remember: remember)
        }
    }

    /// Signs a user in.
    ///
    /// - Parameters:
    ///   - form: The submitted form.
    ///   - documents: The documents to which the user agrees with the sign-in.
    ///   - remember: Whether the next launch restores the session.
    /// - Returns: The new session, and whether it could be stored; or a step to be completed first.
    /// - Throws: ``/Domain/SignInError``.
    public func signIn(
        _ form: AccountForm,
        agreeingTo documents: [ConsentDocument] = [],
        remember: Bool = true
    ) async throws(SignInError) -> SignInStep {
        try await run(orThrow: .service(.cancelled)) { useCases throws(SignInError) in
            try await useCases.signIn(form, agreeingTo: documents, remember: remember)
        }
    }

    /// Completes a step of a sign-in or sign-up, and starts the session if it was the last one.
    ///
    /// - Parameters:
    ///   - challenge: The step.
    ///   - confirmation: The code, as the user typed it or as the link contains it.
    ///   - documents: The documents to which the user has agreed with the sign-in.
    ///   - remember: Whether the next launch restores the session.
    /// - Returns: The new session, a further step, or why the user has to sign in.
    /// - Throws: `AnswerChallengeError`, with `.service(.notOffered)` if the account service has no
    ///   steps.
    public func answer(
        _ challenge: Challenge,
        with confirmation: AccountConfirmation,
        agreeingTo documents: [ConsentDocument] = [],
        remember: Bool = true
    ) async throws(AnswerChallengeError) -> ChallengeStep {
        try await run(\.answerChallenge, orThrow: AnswerChallengeError.service) {
            answer throws(AnswerChallengeError) in
            try await answer(challenge, with: confirmation, agreeingTo: documents, remember: remember)
        }
    }

    /// Sends the message of a step again.
    ///
    /// - Parameter challenge: The step.
    /// - Returns: The same step with new dates.
    /// - Throws: `ResendError`, with `.service(.notOffered)` if the account service has no steps.
    public func resend(_ challenge: Challenge) async throws(ResendError) -> Challenge {
        try await run(\.answerChallenge, orThrow: ResendError.service) { answer throws(ResendError) in
            try await answer.resend(challenge)
        }
    }

    /// Forgets a step; the account stays.
    ///
    /// - Parameter challenge: The step.
    public func cancel(_ challenge: Challenge) async {
        await run(orReturn: ()) { await $0.answerChallenge?.cancel(challenge) }
    }

    /// Returns the last confirmation of an address that was not completed, such as after a relaunch.
    ///
    /// - Returns: The step, or nil if there is none.
    /// - Throws: ``/Domain/StorageError``.
    public func pendingConfirmation() async throws(StorageError) -> Challenge? {
        try await run(.pendingOperations) { useCases throws(StorageError) in
            try await useCases.answerChallenge?.pending()
        }
    }

    /// Returns the step that confirms the address of an account, such as for a link that opens the app.
    ///
    /// - Parameters:
    ///   - accountID: The account, whether it exists or not.
    ///   - address: The e-mail address to be confirmed, if it is known and is not the ID.
    /// - Returns: The step, or nil if the account service confirms no addresses.
    public func confirmation(of accountID: AccountID, at address: EmailAddress? = nil) async -> Challenge? {
        await run(orReturn: nil) { $0.answerChallenge?.confirmation(of: accountID, at: address) }
    }

    /// Returns the step that confirms the address of the signed-in user, for which a server is asked.
    ///
    /// - Parameter session: The session of the user. If the server does not answer, its copy of the address counts.
    /// - Returns: The step, or nil if the account service confirms no addresses, or says that this one is confirmed.
    public func confirmation(for session: Session) async -> Challenge? {
        await run(orReturn: nil) { await $0.answerChallenge?.confirmation(for: session) }
    }

    /// Restores the remembered session at launch.
    ///
    /// - Returns: The outcome.
    public func restoreSession() async -> RestoreOutcome {
        await run(orReturn: .unavailable(.closed(.session))) { await $0.restoreSession() }
    }

    /// The state of the session, and then every change in the same order for all readers; a new sequence for each.
    ///
    /// A reader that is slow skips states, but never the newest one. The sequence ends with the shutdown.
    public var states: AsyncStream<SessionState> { session.states }

    /// Ends a session on this device, and then on the server without waiting for it; the account stays.
    ///
    /// - Parameters:
    ///   - id: The session; nil for that of the user who is signed in.
    ///   - everywhere: Whether the server ends all sessions of the account; one that cannot ends this one.
    /// - Returns: Whether the stored session could be removed, and whether the server will be told.
    public func signOut(_ id: SessionID? = nil, everywhere: Bool = false) async -> SignOutOutcome {
        await run(orReturn: .sessionRemains(.closed(.session))) { await $0.signOut(id, everywhere: everywhere) }
    }

    /// Ends the sessions of all accounts on this device, and then on the server without waiting for it.
    ///
    /// - Parameter everywhere: Whether the server ends all sessions of each account; one that cannot ends these.
    /// - Returns: Whether the stored sessions could be removed, and whether the server will be told.
    public func signOutAll(everywhere: Bool = false) async -> SignOutOutcome {
        await run(orReturn: .sessionRemains(.closed(.session))) { await $0.signOut.all(everywhere: everywhere) }
    }

    /// The sessions of an account that the server can end; none for accounts on this device.
    public var revocableScopes: Set<SignOutScope> { session.revocableScopes }

    /// Ends the sessions of the user on all other devices, and waits for the server; the one on this device goes on.
    ///
    /// - Throws: `SessionError`, with `.service(.notOffered)` if ``revocableScopes`` lacks them. After any
    ///   failure, some or all of the other sessions may go on; calling this again ends them.
    public func signOutOtherDevices() async throws(SessionError) {
        try await run(orThrow: .cancelled) { useCases throws(SessionError) in
            try await useCases.signOut.otherDevices()
        }
    }

    /// Tells the server about the sign-outs that it does not know of yet, and waits for its answers.
    ///
    /// Sign-outs are also sent in the background: after each of them, and at each launch.
    ///
    /// - Returns: The number of sign-outs that are still pending, or nil if the store cannot be read.
    @discardableResult
    public func deliverSignOuts() async -> Int? {
        await run(orReturn: nil) { [session] _ in await session.deliverSignOuts() }
    }

    /// Lists the sessions on this device, without their tokens.
    ///
    /// - Returns: The sessions, in the order of their sign-ins.
    /// - Throws: ``/Domain/StorageError``.
    public func listSessions() async throws(StorageError) -> [SessionItem] {
        try await run(.session) { useCases throws(StorageError) in try await useCases.listSessions() }
    }

    /// Makes another session on this device the active one, without a password; the others stay signed in.
    ///
    /// - Parameter id: The identity of the session.
    /// - Returns: The session, or the reason why it cannot be used yet.
    /// - Throws: ``/Domain/SwitchAccountError``.
    public func switchAccount(to id: SessionID) async throws(SwitchAccountError) -> RestoreOutcome {
        try await run(orThrow: .storage(.closed(.session))) { useCases throws(SwitchAccountError) in
            try await useCases.switchAccount(id)
        }
    }

    /// Deletes the account of a session.
    ///
    /// - Parameters:
    ///   - session: The session of the account owner.
    ///   - password: The current password, which the session policy may require.
    /// - Throws: ``/Domain/DeleteAccountError``.
    public func deleteAccount(_ session: Session, password: Password? = nil) async throws(DeleteAccountError) {
        try await run(orThrow: .service(.cancelled)) { useCases throws(DeleteAccountError) in
            try await useCases.deleteAccount(session, password: password)
        }
    }

    /// Changes the password of an account and starts a new session.
    ///
    /// - Parameters:
    ///   - session: The session of the account owner.
    ///   - current: The current password.
    ///   - new: The new password.
    ///   - confirmation: The new password, typed a second time.
    /// - Returns: The new session, or the fact that it has ended.
    /// - Throws: `ChangePasswordError`, with `.service(.notOffered)` if ``canChangePassword`` is false.
    public func changePassword(
        _ session: Session,
        from current: Password,
        to new: Password,
        confirmation: Password
    ) async throws(ChangePasswordError) -> AccountChangeOutcome {
        try await run(\.changePassword, orThrow: ChangePasswordError.service) { change throws(ChangePasswordError) in
            try await change(session, from: current, to: new, confirmation: confirmation)
        }
    }

    /// Requests a message with which the password can be set, if ``resetProof`` is one.
    ///
    /// - Parameter id: The account, whether it exists or not.
    /// - Returns: The request. It does not say whether the account exists.
    /// - Throws: `RequestPasswordResetError`, with `.service(.notOffered)` if ``resetProof`` is nil.
    public func requestPasswordReset(
        for id: AccountID
    ) async throws(RequestPasswordResetError) -> PasswordResetRequest {
        try await run(\.passwordReset, orThrow: RequestPasswordResetError.service) {
            reset throws(RequestPasswordResetError) in
            try await reset.request(for: id)
        }
    }

    /// Sets the password of a user who has forgotten it, with a code; the user signs in afterwards.
    ///
    /// - Parameters:
    ///   - id: The account; nil if only the link knows it.
    ///   - code: The recovery code, or that of the message.
    ///   - new: The new password.
    ///   - confirmation: The new password, typed a second time.
    /// - Returns: What the user has to know.
    /// - Throws: `ConfirmPasswordResetError`, with `.service(.notOffered)` if ``resetProof`` is nil.
    public func confirmPasswordReset(
        of id: AccountID?,
        with code: AccountConfirmation,
        to new: Password,
        confirmation: Password
    ) async throws(ConfirmPasswordResetError) -> PasswordReset {
        try await run(\.passwordReset, orThrow: ConfirmPasswordResetError.service) {
            reset throws(ConfirmPasswordResetError) in
            try await reset.confirm(of: id, with: code, to: new, confirmation: confirmation)
        }
    }

    /// Makes a recovery code for the user, which replaces any earlier one, to be shown once.
    ///
    /// - Parameters:
    ///   - session: The session of the user.
    ///   - password: The current password.
    ///   - code: A one-time password, as the user typed it; only an account that requires them needs it.
    /// - Returns: The code.
    /// - Throws: `MakeRecoveryCodeError`, with `.service(.notOffered)` if ``canMakeRecoveryCode`` is false.
    public func makeRecoveryCode(
        for session: Session,
        password: Password,
        code: String? = nil
    ) async throws(MakeRecoveryCodeError) -> RecoveryCode {
        try await run(\.makeRecoveryCode, orThrow: MakeRecoveryCodeError.service) {
            make throws(MakeRecoveryCodeError) in
            try await make(session, password: password, code: code)
        }
    }

    /// Returns whether sign-ins to the account of the user require a one-time password.
    ///
    /// - Parameter session: The session of the user.
    /// - Returns: Whether they do; false if ``canEnableTOTP`` is false.
    /// - Throws: ``/Domain/AccountServiceFailure``.
    public func requiresTOTP(_ session: Session) async throws(AccountServiceFailure) -> Bool {
        try await run(orThrow: .cancelled) { useCases throws(AccountServiceFailure) in
            try await useCases.totp?.enable.isOn(for: session) ?? false
        }
    }

    /// Makes the key for an authenticator app, which replaces any that was not confirmed.
    ///
    /// - Parameters:
    ///   - session: The session of the user.
    ///   - password: The current password.
    /// - Returns: The key, to be shown once.
    /// - Throws: `TOTPError`, with `.service(.notOffered)` if ``canEnableTOTP`` is false.
    public func beginTOTP(for session: Session, password: Password) async throws(TOTPError) -> TOTPSetup {
        try await run(\.totp, orThrow: TOTPError.service) { totp throws(TOTPError) in
            try await totp.enable.begin(session, password: password)
        }
    }

    /// Lets sign-ins require one-time passwords, with the first one of the authenticator app.
    ///
    /// - Parameters:
    ///   - session: The session of the user.
    ///   - code: The one-time password, as the user typed it.
    /// - Returns: A recovery code to be shown once, if the account had none.
    /// - Throws: `TOTPError`, with `.service(.notOffered)` if ``canEnableTOTP`` is false.
    public func confirmTOTP(for session: Session, code: String) async throws(TOTPError) -> RecoveryCode? {
        try await run(\.totp, orThrow: TOTPError.service) { totp throws(TOTPError) in
            try await totp.enable.confirm(session, code: code)
        }
    }

    /// Lets sign-ins require no one-time passwords any more.
    ///
    /// - Parameters:
    ///   - session: The session of the user.
    ///   - password: The current password.
    ///   - code: A one-time password or the recovery code, as the user typed it.
    /// - Throws: `TOTPError`, with `.service(.notOffered)` if ``canEnableTOTP`` is false.
    public func disableTOTP(for session: Session, password: Password, code: String) async throws(TOTPError) {
        try await run(\.totp, orThrow: TOTPError.service) { totp throws(TOTPError) in
            try await totp.disable.confirm(session, password: password, code: code)
        }
    }

    /// Returns the profile of an account as it is now, and shows it in the session; an edit should begin from it.
    ///
    /// - Parameter session: The session of the user.
    /// - Returns: The session with that profile, and whether it could be stored.
    /// - Throws: `UpdateProfileError.sessionEnded` or `.service`.
    public func currentProfile(of session: Session) async throws(UpdateProfileError) -> OpenedSession {
        try await run(orThrow: .service(.cancelled)) { useCases throws(UpdateProfileError) in
            try await useCases.updateProfile?.current(session) ?? OpenedSession(session)
        }
    }

    /// Changes the profile of an account.
    ///
    /// - Parameters:
    ///   - session: The session of the user.
    ///   - edit: The changes, and the profile that the user saw before them.
    /// - Returns: The session with the new profile, or the fact that it has ended.
    /// - Throws: `UpdateProfileError`, with `.service(.notOffered)` if ``profileValidator`` lacks a changed
    ///   field.
    public func updateProfile(
        of session: Session,
        _ edit: ProfileEdit
    ) async throws(UpdateProfileError) -> AccountChangeOutcome {
        try await run(\.updateProfile, orThrow: UpdateProfileError.service) { update throws(UpdateProfileError) in
            try await update(session, edit)
        }
    }

    /// Collects what the app stores about an account, for its owner.
    ///
    /// - Parameters:
    ///   - session: The session of the user.
    ///   - password: The current password.
    /// - Returns: The data, with neither a password hash nor a token; its `json` is a document.
    /// - Throws: ``/Domain/ExportAccountError``.
    public func exportAccount(
        _ session: Session,
        password: Password
    ) async throws(ExportAccountError) -> AccountExport {
        try await run(orThrow: .service(.cancelled)) { useCases throws(ExportAccountError) in
            try await useCases.exportAccount(session, password: password)
        }
    }

    /// Starts over with a store that cannot be read: its data is moved aside, and never deleted.
    ///
    /// Call it after the user has confirmed it.
    ///
    /// - Parameter store: The store; the accounts stay unchanged.
    /// - Returns: Whether data was moved aside; false if the store can be read.
    /// - Throws: ``/Domain/StorageError``.
    @discardableResult
    public func startOver(with store: StorageError.Store) async throws(StorageError) -> Bool {
        try await run(store) { useCases throws(StorageError) in try await useCases.startOver(with: store) }
    }

    /// Stores an account's agreement to documents.
    ///
    /// - Parameters:
    ///   - documents: The documents that the user has agreed to.
    ///   - session: The session of the user.
    /// - Returns: All consents of the account, withdrawn ones included, ordered by the name of the document and the
    ///   date.
    /// - Throws: ``/Domain/AgreeToTermsError``.
    @discardableResult
    public func agreeToTerms(
        to documents: [ConsentDocument],
        by session: Session
    ) async throws(AgreeToTermsError) -> [Consent] {
        try await run(orThrow: .service(.cancelled)) { useCases throws(AgreeToTermsError) in
            try await useCases.agreeToTerms(to: documents, by: session)
        }
    }

    /// Withdraws an account's consent to an optional document; the earlier consent stays in the history.
    ///
    /// - Parameters:
    ///   - name: The name of the document.
    ///   - session: The session of the user.
    /// - Returns: All consents of the account, withdrawn ones included, ordered by the name of the document and the
    ///   date.
    /// - Throws: ``/Domain/WithdrawConsentError``.
    @discardableResult
    public func withdrawConsent(
        to name: String,
        by session: Session
    ) async throws(WithdrawConsentError) -> [Consent] {
        try await run(orThrow: .service(.cancelled)) { useCases throws(WithdrawConsentError) in
            try await useCases.withdrawConsent(to: name, by: session)
        }
    }

    /// Returns the consents of an account, with their history.
    ///
    /// - Parameter accountID: The account, whether it exists or not.
    /// - Returns: All consents of the account, withdrawn ones included, ordered by the name of the document and the
    ///   date.
    /// - Throws: ``/Domain/StorageError``.
    public func consents(of accountID: AccountID) async throws(StorageError) -> [Consent] {
        try await run(.consents) { useCases throws(StorageError) in
            try await useCases.reviewTerms.consents(of: accountID)
        }
    }

    /// Returns whether an account on this device has agreed to all required terms.
    ///
    /// If so, an app can show the next user a link instead of the full terms.
    ///
    /// - Returns: Whether there is such an account.
    /// - Throws: ``/Domain/StorageError``.
    public func areTermsAgreedOnDevice() async throws(StorageError) -> Bool {
        try await run(.consents) { useCases throws(StorageError) in try await useCases.reviewTerms.areAgreedOnDevice() }
    }

    /// Forgets the failed sign-ins of an account on this device, which lifts a ban.
    ///
    /// - Parameter accountID: The account, whether it exists or not.
    /// - Throws: ``/Domain/StorageError``.
    public func forgetFailedSignIns(of accountID: AccountID) async throws(StorageError) {
        try await run(.attempts) { useCases throws(StorageError) in try await useCases.throttle.forget(accountID) }
    }

    /// Lists the accounts on this device, a page at a time.
    ///
    /// - Parameters:
    ///   - id: The ``/Domain/AccountPage/next`` of the page before; nil for the first page.
    ///   - limit: The largest number of accounts on the page; less than 1 counts as 1.
    /// - Returns: The page, which is empty if the accounts are on a server.
    /// - Throws: ``/Domain/StorageError``.
    public func listAccounts(
        after id: AccountID? = nil,
        limit: Int = 100
    ) async throws(StorageError) -> AccountPage {
        try await run(.accounts) { useCases throws(StorageError) in
            try await useCases.listAccounts(after: id, limit: limit)
        }
    }

    /// Shuts the app down: cancels or finishes every operation, and returns when the last one has ended.
    ///
    /// - The answers to refreshes of tokens are awaited, for three seconds at most.
    /// - Requests are cancelled and connections closed. The server may have received a request; the next launch repeats it
    ///   with the same idempotency key.
    /// - The operations of screens are cancelled or finished.
    /// - Changes of files and the background work of the repositories are finished, so no acknowledged change is lost.
    /// - Later operations fail with `AccountServiceFailure.cancelled` or `StorageError.Reason.closed` before they do
    ///   anything, and screens do nothing.
    ///
    /// All calls wait for the same shutdown. A hasher or a repository must not call it, because the shutdown waits for
    /// them.
    public func shutDown() async { await lifetime.shutDown() }

    /// Whether an operation of the composition is running; operations of screens do not count.
    package var hasPendingWork: Bool { lifetime.hasPendingWork }
}
