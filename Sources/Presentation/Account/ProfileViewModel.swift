public import Domain

/// The profile screen, a form with the texts of the profile.
///
/// If others have changed the same fields meanwhile, the form keeps the texts of the user: another save replaces those of
/// the others, and a revert shows them. A running operation is not cancelled, and the screen cannot be left during it.
@MainActor
public final class ProfileViewModel: FormViewModel, FlowScreen {
    /// The state of the screen.
    public var state: ObservedValue<ProfileState> { box.observed }

    /// The form, with the fields that can be changed.
    public let form: FormModel<UpdateProfileError>

    private let box: ObservableBox<ProfileState>
    private let session: Session
    private let rules: any FormValidating
    private let updateProfile: UpdateProfile?
    private let loading: LatestWinsTask

    /// Creates the view model of a profile screen.
    ///
    /// - Parameters:
    ///   - session: The session of the user, whose profile is shown.
    ///   - validator: Validates the fields that can be changed; the validator of `updateProfile`.
    ///   - updateProfile: Changes the profile; nil if the app does not offer that, and then nothing can be saved.
    ///   - screen: What the screens share, and the way out of this one.
    public init(
        session: Session,
        validator: any FormValidating,
        updateProfile: UpdateProfile?,
        in screen: ScreenContext
    ) {
        self.session = session
        rules = validator
        self.updateProfile = updateProfile
        loading = LatestWinsTask(queue: screen.requests)
        form = FormModel(validator: validator, in: screen.withRequests)
        box = ObservableBox(
            ProfileState(signedInID: session.accountID, base: session.profile, submission: form.state)
        )
        form.changed = { [box] in box.value.submission = $0 }
        form.action = { [weak self] _ in await self?.save() }
        show(AccountForm(session.profile))
    }

    /// Shows the profile as the account service has it now; call it when the screen appears.
    ///
    /// After the user has changed a field, nothing is replaced, so that a save tells what others have changed meanwhile. If
    /// the service fails, the copy of the session stays.
    public func appear() async {
        guard let updateProfile, !form.isDismissed else { return }
        await loading.run { [session] in
            // The next save finds out why.
            try? await updateProfile.current(session).session.profile
        } then: { profile in
            if let profile, !self.box.value.phase.isBusy, !self.box.value.isDirty { self.adopt(profile) }
        }
    }

    /// Saves the changes.
    public func save() async {
        guard let updateProfile, box.value.canSave, !form.isDismissed else { return }
        let submitted = form.begin()
        let edit: ProfileEdit
        do {
            edit = try ProfileEdit(of: box.value.base, to: submitted, fields: box.value.form.fields)
        } catch {
            return form.fail(.invalidInput([error]), blaming: [error], of: submitted)
        }
        await form.run { [session] () throws(UpdateProfileError) in
            try await updateProfile(session, edit)
        } then: {
            switch $0 {
            case .signedIn(let opened):
                let confirmation = updateProfile.confirmation(for: opened.session, after: edit)
                let notice =
                    opened.storageError.map { FlowNotice.profileNotStored($0) }
                    ?? confirmation.map { .confirmationNeeded($0) }
                self.form.end(in: .done, with: .profileChanged(opened.session, notice))
            case .sessionEnded: self.form.end(in: .done, with: .noticed(.profileChanged))
            }
        } failing: {
            self.receive($0, to: submitted)
        }
    }

    /// Throws the changes away, and shows the profile again.
    public func revert() {
        guard box.value.canRevert, !form.isDismissed else { return }
        form.reset(to: .idle)
        show(AccountForm(box.value.base))
    }

    /// Leaves the screen.
    public func cancel() {
        guard !box.value.phase.isBusy else { return }
        form.end(with: .left)
    }

    /// Ends the screen permanently, when it is no longer shown; queued operations do not begin.
    func dismiss() {
        loading.cancel()
        if box.value.phase.isBusy { form.isDismissed = true } else { form.dismiss() }
    }

    private func show(_ texts: AccountForm) {
        form.fill(texts, validator: ProfileValidator(rules: rules, base: box.value.base))
    }

    private func receive(_ error: UpdateProfileError, to submitted: AccountForm) {
        switch error {
        case .invalidInput(let issues): form.fail(error, blaming: issues, of: submitted)
        case .conflict(let conflict):
            adopt(conflict.stored)
            form.fail(
                error,
                blaming: Dictionary(uniqueKeysWithValues: conflict.fields.map { ($0, []) }),
                of: submitted
            )
        case .sessionEnded: form.fail(error, of: submitted)
        case .service(let reason): form.fail(error, because: reason, of: submitted)
        }
    }

    /// Shows what others have stored in the fields that the user has not changed.
    private func adopt(_ stored: Profile) {
        let (old, new) = (AccountForm(box.value.base), AccountForm(stored))
        var texts = box.value.form.form
        for field in box.value.form.fields where texts[field].isUTF8Equal(to: old[field]) { texts[field] = new[field] }
        box.value.base = stored
        show(texts)
    }
}
