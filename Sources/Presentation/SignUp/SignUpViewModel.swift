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
    private let signUp: SignUp
    private let actions: Actions
    private var editor: FormEditor

    /// Creates the view model of a sign-up screen.
    ///
    /// - Parameters:
    ///   - validator: Says which fields there are, and judges them; the same one as in the use case.
    ///   - signUp: Registers the account.
    ///   - actions: What the screen leads to.
    public init(validator: any FormValidating, signUp: SignUp, actions: Actions) {
        self.validator = validator
        self.signUp = signUp
        self.actions = actions
        editor = FormEditor(validator: validator)
        box = ObservableBox(SignUpState(form: editor.state))
    }

    /// Puts a text into a field; a refusal that is shown goes away with it.
    ///
    /// - Parameters:
    ///   - field: The field; one that the form does not have is ignored.
    ///   - text: All that is in the field now, at every key press.
    public func edit(_ field: AccountField, _ text: String) {
        guard box.value.phase != .done, editor.edit(field, text) else { return }
        show(box.value.phase.afterEdit)
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

    private func finish(with session: Session, notice: FlowNotice? = nil) {
        reset(to: .done)
        actions.signedUp(session, notice)
    }

    private func reset(to phase: SubmissionPhase<SignUpError>) {
        work.cancel()
        editor = FormEditor(validator: validator)
        show(phase)
    }

    private func show(_ phase: SubmissionPhase<SignUpError>) {
        box.value = SignUpState(form: editor.state, phase: phase)
    }
}
