public import Domain

/// The account screen, where the user can change the password, confirm the address, make a recovery code, export the
/// data, or delete the account.
///
/// A running operation is not cancelled, and the screen cannot be left during it.
@MainActor
public final class AccountViewModel: FormViewModel, FlowScreen {
    /// The state of the screen.
    public var state: ObservedValue<AccountState> { box.observed }

    /// The form: the current password, and the new one twice.
    public let form: FormModel<AccountFailure>

    private let box: ObservableBox<AccountState>
    private let session: Session
    private let exchangePassword: ChangePassword?
    private let deleteAccount: DeleteAccount
    private let newRecoveryCode: MakeRecoveryCode?
    private let exportData: ExportAccount?
    private let answerChallenge: AnswerChallenge?
    private let loading = LatestWinsTask()
    private var following: Task<Void, Never>?

    /// The step that confirms the address; nil if none does, or if the service says that the address is confirmed.
    private var confirmation: Challenge?

    /// Creates the view model of an account screen.
    ///
    /// - Parameters:
    ///   - session: The session of the user.
    ///   - validator: Validates a new password; the validator of `changePassword`.
    ///   - changePassword: Changes the password; nil if the app does not offer that.
    ///   - deleteAccount: Deletes the account.
    ///   - makeRecoveryCode: Makes a recovery code; nil if the app does not offer that.
    ///   - exportAccount: Exports the data about the account; nil if the app does not offer that.
    ///   - answerChallenge: Confirms the address; nil if the account service has no steps.
    ///   - offersTOTP: Whether the app has a screen for one-time passwords.
    ///   - offersProfile: Whether the app has a profile screen.
    ///   - screen: What the screens share, and the way out of this one.
    public init(
        session: Session,
        validator: any FormValidating,
        changePassword: ChangePassword?,
        deleteAccount: DeleteAccount,
        makeRecoveryCode: MakeRecoveryCode? = nil,
        exportAccount: ExportAccount? = nil,
        answerChallenge: AnswerChallenge? = nil,
        offersTOTP: Bool = false,
        offersProfile: Bool = false,
        in screen: ScreenContext
    ) {
        self.session = session
        exchangePassword = changePassword
        self.deleteAccount = deleteAccount
        newRecoveryCode = makeRecoveryCode
        exportData = exportAccount
        self.answerChallenge = answerChallenge
        let isOffered = changePassword != nil
        form = FormModel(
            validator: ProofValidator(
                [.currentPassword],
                newPassword: isOffered ? validator : nil,
                id: session.accountID,
                nickname: session.profile.nickname
            ),
            in: screen
        )
        box = ObservableBox(
            AccountState(
                signedInID: session.accountID,
                offersPasswordChange: isOffered,
                offersProfile: offersProfile,
                offersTOTP: offersTOTP,
                offersConfirmation: false,
                offersDeletion: deleteAccount.isOffered,
                offersRecoveryCode: makeRecoveryCode != nil,
                offersExport: exportAccount != nil,
                submission: form.state,
                needsPasswordToDelete: deleteAccount.isOffered && deleteAccount.needsPassword
            )
        )
        form.changed = { [box] in box.value.submission = $0 }
        form.action = { [weak self] _ in await self?.changePassword() }
        form.optionalFields = [.currentPassword, .password, .confirmation]
        guard let answerChallenge else { return }
        offer(answerChallenge.confirmation(of: session.accountID, at: session.profile.email))
        guard confirmation != nil else { return }
        following = Task { [weak self, confirmed = answerChallenge.confirmed.states] in
            for await _ in confirmed { self?.offer(self?.confirmation) }
        }
    }

    deinit { following?.cancel() }

    /// Finds out at the account service whether there is an address to confirm; call it when the screen appears.
    public func appear() async {
        guard let answerChallenge, confirmation != nil, !form.isDismissed else { return }
        await loading.run { [session] in
            await answerChallenge.confirmation(for: session)
        } then: {
            self.offer($0)
        }
    }

    /// Offers the confirmation of the address, unless it was confirmed since the launch.
    private func offer(_ step: Challenge?) {
        confirmation = step
        let address = step?.address?.text ?? session.accountID.text
        let isConfirmed = answerChallenge?.confirmed.state[session.accountID] == address
        let isOffered = step?.resendAt != nil && !isConfirmed
        if box.value.offersConfirmation != isOffered { box.value.offersConfirmation = isOffered }
    }

    /// Changes the password.
    ///
    /// This ends all sessions of the account, and the outcome has a new one.
    public func changePassword() async {
        guard let exchangePassword, box.value.canChangePassword, !form.isDismissed else { return }
        let submitted = form.begin()
        await form.run { [session] () throws(ChangePasswordError) in
            try await exchangePassword(
                session,
                from: Password(submitted[.currentPassword]),
                to: Password(submitted[.password]),
                confirmation: Password(submitted[.confirmation])
            )
        } then: {
            switch $0 {
            case .signedIn(let opened):
                let notice = FlowNotice(opened) ?? .passwordChanged
                self.form.end(in: .done, with: .passwordChanged(self.session, opened.session, notice))
            case .sessionEnded: self.form.end(in: .done, with: .noticed(.passwordChangedAndSignedOut))
            }
        } failing: {
            self.receive($0, to: submitted)
        }
    }

    /// Goes to the profile of the user.
    public func openProfile() {
        guard box.value.offersProfile, !box.value.phase.isBusy, !form.isDismissed else { return }
        form.proceed(.profile(session))
    }

    /// Goes to the screen for one-time passwords.
    public func openTOTP() {
        guard box.value.offersTOTP, !box.value.phase.isBusy, !form.isDismissed else { return }
        form.proceed(.totp(session))
    }

    /// Requests the message that confirms the address of the user, and goes to the screen for its code or link.
    ///
    /// A message that was sent a short time ago is not sent again.
    public func confirmAddress() async {
        guard let answerChallenge, box.value.canConfirmAddress, !form.isDismissed else { return }
        let submitted = form.begin([])
        await form.run { [session, confirmation] () throws(ResendError) in
            try await answerChallenge.confirmAddress(of: session.accountID, at: confirmation?.address)
        } then: { challenge in
            self.form.halt()
            let context = ChallengeContext(remembers: self.session.isRemembered, isSignedIn: true)
            self.form.proceed(.challenge(challenge, context))
        } failing: {
            self.receive($0, to: submitted)
        }
    }

    /// Makes a recovery code with the current password, which replaces any earlier one.
    ///
    /// If sign-ins require one-time passwords, it also needs one of them, for which ``TOTPViewModel`` asks.
    /// The outcome has the code.
    public func makeRecoveryCode() async {
        guard let newRecoveryCode, box.value.canConfirm, !form.isDismissed else { return }
        let submitted = form.begin([.currentPassword])
        await form.run { [session] () throws(MakeRecoveryCodeError) in
            try await newRecoveryCode(session, password: Password(submitted[.currentPassword]))
        } then: {
            self.form.end(with: .recoveryCode($0, self.session))
        } failing: {
            self.receive($0, to: submitted)
        }
    }

    /// Collects the data about the account with the current password.
    ///
    /// The state has the data until ``removeExport()``.
    public func exportAccount() async {
        guard let exportData, box.value.canConfirm, !form.isDismissed else { return }
        let submitted = form.begin([.currentPassword])
        await form.run { [session] () throws(ExportAccountError) in
            try await exportData(session, password: Password(submitted[.currentPassword]))
        } then: {
            self.form.reset(to: .idle)
            self.box.value.export = $0
        } failing: {
            self.receive($0, to: submitted)
        }
    }

    /// Removes the exported data from the state, because the view has saved or offered it.
    public func removeExport() { box.value.export = nil }

    /// Shows an alert, whose confirmation deletes the account.
    public func askToDeleteAccount() {
        guard box.value.canDeleteAccount else { return }
        alerts.present(.accountDeletion(session.accountID), for: form) { [weak self] action in
            if action == .deleteAccount { await self?.deleteAccount() }
        }
    }

    /// Deletes the account, with the current password if it is typed.
    ///
    /// If a required password is missing, the state shows that, and the field gets the focus.
    public func deleteAccount() async {
        guard box.value.canDeleteAccount, !form.isDismissed else { return }
        let isTyped = !box.value.form.form[.currentPassword].isEmpty
        let submitted = form.begin(isTyped ? [.currentPassword] : [])
        let password = isTyped ? Password(submitted[.currentPassword]) : nil
        await form.run { [deleteAccount, session] () throws(DeleteAccountError) in
            try await deleteAccount(session, password: password)
        } then: { _ in
            self.form.end(in: .done, with: .accountDeleted(self.session))
        } failing: {
            self.receive($0, to: submitted)
        }
    }

    /// Empties the form, and leaves the screen.
    public func cancel() {
        guard !box.value.phase.isBusy else { return }
        form.end(with: .left)
    }

    /// Ends the screen permanently, when it is no longer shown; queued operations do not begin.
    func dismiss() {
        removeExport()
        loading.cancel()
        if box.value.phase.isBusy { form.isDismissed = true } else { form.dismiss() }
    }

    private func receive(_ error: ChangePasswordError, to submitted: AccountForm) {
        let failure = AccountFailure.passwordNotChanged(error)
        switch error {
        case .invalidInput(let issues): form.fail(failure, blaming: issues, of: submitted)
        case .wrongPassword: form.fail(failure, blaming: [.currentPassword: []], of: submitted)
        case .throttled(let throttling): form.fail(failure, of: submitted, until: throttling.end)
        case .termsRequired: form.fail(failure, of: submitted)
        case .service(let reason): form.fail(failure, because: reason, of: submitted)
        }
    }

    private func receive(_ error: DeleteAccountError, to submitted: AccountForm) {
        let failure = AccountFailure.notDeleted(error)
        switch error {
        case .passwordRequired:
            box.value.needsPasswordToDelete = true
            form.fail(failure, blaming: [.currentPassword: []], of: submitted)
        case .wrongPassword: form.fail(failure, blaming: [.currentPassword: []], of: submitted)
        case .throttled(let throttling): form.fail(failure, of: submitted, until: throttling.end)
        case .service(let reason): form.fail(failure, because: reason, of: submitted)
        case .sessionEnded, .failedAndSignedOut: form.fail(failure, of: submitted)
        }
    }

    private func receive(_ error: MakeRecoveryCodeError, to submitted: AccountForm) {
        let failure = AccountFailure.recoveryCodeNotMade(error)
        switch error {
        case .wrongPassword: form.fail(failure, blaming: [.currentPassword: []], of: submitted)
        // The form has no field for a code.
        case .codeRequired, .wrongCode, .usedCode: form.fail(failure, of: submitted)
        case .throttled(let throttling): form.fail(failure, of: submitted, until: throttling.end)
        case .service(let reason): form.fail(failure, because: reason, of: submitted)
        }
    }

    private func receive(_ error: ResendError, to submitted: AccountForm) {
        let failure = AccountFailure.confirmationNotSent(error)
        switch error {
        case .throttled(let until): form.fail(failure, of: submitted, until: until)
        case .service(let reason): form.fail(failure, because: reason, of: submitted)
        case .unknown: form.fail(failure, of: submitted)
        }
    }

    private func receive(_ error: ExportAccountError, to submitted: AccountForm) {
        let failure = AccountFailure.notExported(error)
        switch error {
        case .wrongPassword: form.fail(failure, blaming: [.currentPassword: []], of: submitted)
        case .throttled(let throttling): form.fail(failure, of: submitted, until: throttling.end)
        case .sessionEnded, .eventsUnreadable: form.fail(failure, of: submitted)
        case .service(let reason): form.fail(failure, because: reason, of: submitted)
        }
    }
}
