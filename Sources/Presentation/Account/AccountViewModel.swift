public import Domain

/// The account screen: lets the person who is signed in change the password or delete the account.
///
/// What it has begun is not cancelled, and it cannot be left meanwhile: half a deletion would help nobody.
@MainActor
public final class AccountViewModel: LiveFormViewModel {
    /// What the screen leads to.
    public struct Actions {
        /// Goes on with the session that has taken the place of this one, and with what could not be done besides.
        public let passwordChanged: @MainActor (_ old: Session, _ new: Session, FlowNotice?) -> Void

        /// Goes on without the account of this session.
        public let withdrew: @MainActor (Session) -> Void

        /// Leaves the screen.
        public let left: @MainActor () -> Void

        /// Creates the actions.
        ///
        /// - Parameters:
        ///   - passwordChanged: Goes on with the session that has taken the place of this one.
        ///   - withdrew: Goes on without the account of this session.
        ///   - left: Leaves the screen.
        public init(
            passwordChanged: @escaping @MainActor (_ old: Session, _ new: Session, FlowNotice?) -> Void,
            withdrew: @escaping @MainActor (Session) -> Void,
            left: @escaping @MainActor () -> Void
        ) {
            self.passwordChanged = passwordChanged
            self.withdrew = withdrew
            self.left = left
        }
    }

    /// What the screen shows.
    public var state: ObservedValue<AccountState> { box.observed }

    /// The alerts of the screen, among those of the app.
    public let alerts: AlertQueue

    private let box: ObservableBox<AccountState>
    let form: LiveForm<AccountFailure>
    private let session: Session
    private let exchangePassword: ChangePassword?
    private let deleteAccount: DeleteAccount
    private let time: ScreenTime
    private let line: WorkLine
    private let actions: Actions
    private var isRetired = false

    /// Creates the view model of an account screen.
    ///
    /// - Parameters:
    ///   - session: Who is signed in.
    ///   - validator: Judges a new password; the same one as in `changePassword`.
    ///   - changePassword: Changes the password; nil where that is not offered.
    ///   - deleteAccount: Deletes the account.
    ///   - time: How time goes by.
    ///   - alerts: Where the screen puts its alerts.
    ///   - actions: What the screen leads to.
    public convenience init(
        session: Session,
        validator: any FormValidating,
        changePassword: ChangePassword?,
        deleteAccount: DeleteAccount,
        time: ScreenTime = ScreenTime(),
        alerts: AlertQueue = AlertQueue(),
        actions: Actions
    ) {
        self.init(
            session: session,
            validator: validator,
            changePassword: changePassword,
            deleteAccount: deleteAccount,
            time: time,
            alerts: alerts,
            line: WorkLine(),
            actions: actions
        )
    }

    init(
        session: Session,
        validator: any FormValidating,
        changePassword: ChangePassword?,
        deleteAccount: DeleteAccount,
        time: ScreenTime,
        alerts: AlertQueue,
        line: WorkLine,
        actions: Actions
    ) {
        self.line = line
        self.session = session
        exchangePassword = changePassword
        self.deleteAccount = deleteAccount
        self.time = time
        self.alerts = alerts
        self.actions = actions
        let isOffered = changePassword != nil
        form = LiveForm(
            validator: AccountValidator(signUp: validator, session: session, offersPasswordChange: isOffered),
            time: time
        )
        box = ObservableBox(
            AccountState(signedInID: session.accountID, offersPasswordChange: isOffered, submission: form.state)
        )
        form.changed = { [box] in box.value.submission = $0 }
    }

    /// Changes the password; while that is disabled, nothing happens.
    ///
    /// Every session of the account ends with it, and a new one begins, which the screen leads to.
    public func changePassword() async {
        guard let exchangePassword, box.value.canChangePassword, !isRetired else { return }
        let submitted = form.begin()
        await line.perform(while: { !self.isRetired }) { [session] in
            do throws(ChangePasswordError) {
                let changed = try await exchangePassword(
                    session,
                    from: Password(submitted[.currentPassword]),
                    to: Password(submitted[.password]),
                    confirmation: Password(submitted[.confirmation])
                )
                return Result<OpenedSession, ChangePasswordError>.success(changed)
            } catch {
                return .failure(error)
            }
        } then: { result in
            switch result {
            case .success(let changed):
                let notice = changed.storageError.map { FlowNotice.sessionNotSaved($0) }
                self.finish { self.actions.passwordChanged(self.session, changed.session, notice) }
            case .failure(let error): self.receive(error, to: submitted)
            }
        }
    }

    func performAction() async { await changePassword() }

    /// Asks in an alert whether the account is really to be deleted, and deletes it where that is so.
    public func askToDeleteAccount() {
        guard box.value.canDeleteAccount else { return }
        alerts.present(.accountDeletion, for: self) { [weak self] intent in
            if intent == .deleteAccount { await self?.deleteAccount() }
        }
    }

    /// Deletes the account, with the current password where it was typed; while that is disabled, nothing happens.
    ///
    /// Where the password is needed and was not typed, the state says so, and the focus moves to its field.
    public func deleteAccount() async {
        guard box.value.canDeleteAccount, !isRetired else { return }
        let isTyped = !box.value.form.form[.currentPassword].isEmpty
        let submitted = form.begin(isTyped ? [.currentPassword] : [])
        let password = isTyped ? Password(submitted[.currentPassword]) : nil
        await line.perform(while: { !self.isRetired }) { [deleteAccount, session] in
            await deleteAccount.failure(for: session, password: password)
        } then: { failure in
            if let failure {
                self.receive(failure, to: submitted)
            } else {
                self.finish { self.actions.withdrew(self.session) }
            }
        }
    }

    /// Leaves the screen, and empties the form; while something is going on, nothing happens.
    public func cancel() {
        guard !box.value.isBusy else { return }
        empty()
        actions.left()
    }

    /// Ends the screen for good, because it is shown no more; what waits for its turn is not begun, and what has begun
    /// takes its course.
    func retire() {
        isRetired = true
        if !box.value.isBusy { empty() }
    }

    private func empty() {
        alerts.removeAll(of: self)
        form.reset(to: .idle)
    }

    private func receive(_ error: ChangePasswordError, to submitted: AccountForm) {
        let failure = AccountFailure.passwordNotChanged(error)
        switch error {
        case .invalidInput(let issues):
            form.fail(failure, blaming: issues.byField, of: submitted)
        case .wrongPassword:
            form.fail(failure, blaming: [.currentPassword: []], of: submitted)
        case .throttled(let until):
            form.fail(failure, of: submitted, until: until)
        case .failed(let reason):
            form.fail(failure, blaming: reason.blamed, of: submitted, until: reason.end(from: time.dates.now))
        }
    }

    private func receive(_ error: DeleteAccountError, to submitted: AccountForm) {
        let failure = AccountFailure.notDeleted(error)
        switch error {
        case .passwordRequired:
            box.value.needsPasswordToDelete = true
            form.fail(failure, blaming: [.currentPassword: []], of: submitted)
        case .wrongPassword:
            form.fail(failure, blaming: [.currentPassword: []], of: submitted)
        case .throttled(let until):
            form.fail(failure, of: submitted, until: until)
        case .failed(let reason):
            form.fail(failure, of: submitted, until: reason.end(from: time.dates.now))
        case .sessionEnded, .failedSignedOut:
            form.fail(failure, of: submitted)
        }
    }

    private func finish(_ lead: () -> Void) {
        alerts.removeAll(of: self)
        form.reset(to: .done)
        lead()
    }
}
