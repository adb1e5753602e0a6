public import Domain

/// The sign-up screen: a form that is judged at every key press, and its submission.
@MainActor
public final class SignUpViewModel {
    /// What the screen leads to.
    public struct Actions {
        /// Goes on with the session of the new account, and with what could not be done besides, if anything.
        public let signedUp: @MainActor (Session, FlowNotice?) -> Void

        /// Goes to Sign-in instead.
        public let signIn: @MainActor () -> Void

        /// Leaves the screen without having done anything.
        public let left: @MainActor () -> Void

        /// Creates the actions.
        ///
        /// - Parameters:
        ///   - signedUp: Goes on with the session of the new account, and with what could not be done besides.
        ///   - signIn: Goes to Sign-in instead.
        ///   - left: Leaves the screen without having done anything.
        public init(
            signedUp: @escaping @MainActor (Session, FlowNotice?) -> Void,
            signIn: @escaping @MainActor () -> Void,
            left: @escaping @MainActor () -> Void
        ) {
            self.signedUp = signedUp
            self.signIn = signIn
            self.left = left
        }
    }

    /// What the screen shows.
    public var state: ObservedValue<SignUpState> { box.observed }

    private let box: ObservableBox<SignUpState>
    private let work = LatestTask()
    private let validator: any FormValidating
    private let inquiry: (any AvailabilityInquiring)?
    private let signUp: SignUp
    private let actions: Actions
    private var editor: FormEditor

    /// Creates the view model of a sign-up screen.
    ///
    /// - Parameters:
    ///   - validator: Says which fields there are, and judges them; the same one as in the use case.
    ///   - inquiry: Finds out whether the ID that is typed is free, for this screen alone; nil where nobody is to ask.
    ///   - signUp: Registers the account.
    ///   - actions: What the screen leads to.
    public init(
        validator: any FormValidating,
        inquiry: (any AvailabilityInquiring)? = nil,
        signUp: SignUp,
        actions: Actions
    ) {
        self.validator = validator
        self.inquiry = inquiry
        self.signUp = signUp
        self.actions = actions
        editor = FormEditor(validator: validator)
        box = ObservableBox(SignUpState(form: editor.state))
        guard let states = inquiry?.states else { return }
        // Ends with the inquiry, which lives as long as the view model.
        Task { [weak self] in
            for await state in states { self?.learn(state) }
        }
    }

    /// Puts a text into a field; a refusal that is shown goes away with it.
    ///
    /// - Parameters:
    ///   - field: The field; one that the form does not have is ignored.
    ///   - text: All that is in the field now, at every key press.
    /// - Returns: Whether the field holds that text now. Where it does not, because there is more than the field takes,
    ///   the screen puts the text of the state back, which says why.
    @discardableResult
    public func edit(_ field: AccountField, _ text: String) -> Bool {
        guard box.value.phase != .done else { return false }
        let before = editor.state.form[field]
        let isTaken = editor.edit(field, text)
        let isChanged = !editor.state.form[field].hasOctets(of: before)
        if isChanged, field == .id {
            inquiry?.typed(editor.id)
            editor.learn(inquiry?.state ?? .idle)
        }
        show(isChanged ? box.value.phase.afterEdit : box.value.phase)
        return isTaken
    }

    /// Shows from now on what is wrong with a field, because the person has gone on to another.
    ///
    /// - Parameter field: The field that was left.
    public func leave(_ field: AccountField) {
        guard box.value.phase != .done else { return }
        editor.leave(field)
        show(box.value.phase)
    }

    /// Performs the action of the screen; while it is disabled, nothing happens.
    ///
    /// Once the account is registered, the form is emptied. A session that could not be stored holds nobody up: the
    /// person is signed in and gets a notice.
    public func submit() async {
        guard box.value.canSubmit else { return }
        editor.submit()
        show(.submitting)

        let form = editor.state.form
        let result = await work.answer { [signUp] in
            do throws(SignUpError) {
                return Result<Session, SignUpError>.success(try await signUp(form))
            } catch {
                return .failure(error)
            }
        }
        guard let result else { return }

        switch result {
        case .success(let session):
            finish(with: session)
        case .failure(.sessionNotSaved(let session, let error)):
            finish(with: session, notice: .sessionNotSaved(error))
        case .failure(.invalidInput(let issues)):
            editor.reject(issues, of: form)
            show(.failed(.invalidInput(issues)))
        case .failure(.duplicateAccount):
            editor.reject(.id, of: form)
            show(.failed(.duplicateAccount))
        case .failure(.undisclosed):
            show(.failed(.undisclosed))
        case .failure(.cancelledAfterRegistration):
            show(.failed(.cancelledAfterRegistration))
        case .failure(.registeredSignInRequired):
            reset(to: .failed(.registeredSignInRequired))
            actions.signIn()
        case .failure(.failed(let failure)):
            show(.failed(.failed(failure)))
        }
    }

    /// Leaves the screen: the form is emptied, and what is being submitted is stopped as far as it can be.
    ///
    /// An account that has been registered by then stays, but nobody gets signed in.
    public func cancel() {
        reset(to: .idle)
        actions.left()
    }

    /// Leaves the screen, as ``cancel()`` does, for Sign-in.
    public func switchToSignIn() {
        reset(to: .idle)
        actions.signIn()
    }

    /// Shows what is known by now, which may be more than the state that was sent says.
    private func learn(_ sent: AvailabilityState) {
        guard box.value.phase != .done, let inquiry, inquiry.state == sent else { return }
        editor.learn(sent)
        show(box.value.phase)
    }

    private func finish(with session: Session, notice: FlowNotice? = nil) {
        reset(to: .done)
        actions.signedUp(session, notice)
    }

    private func reset(to phase: SubmissionPhase<SignUpError>) {
        work.cancel()
        inquiry?.typed(nil)
        editor = FormEditor(validator: validator)
        show(phase)
    }

    private func show(_ phase: SubmissionPhase<SignUpError>) {
        box.value = SignUpState(form: editor.state, phase: phase)
    }
}
