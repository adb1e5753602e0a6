public import Domain

/// The sign-in screen: a form that is judged at every key press, and its submission.
@MainActor
public final class SignInViewModel {
    /// What the screen leads to.
    public struct Actions {
        /// Goes on with the session, and with what could not be done besides, if anything.
        public let signedIn: @MainActor (Session, FlowNotice?) -> Void

        /// Goes to Sign-up instead.
        public let signUp: @MainActor () -> Void

        /// Leaves the screen without having done anything.
        public let left: @MainActor () -> Void

        /// Creates the actions.
        ///
        /// - Parameters:
        ///   - signedIn: Goes on with the session, and with what could not be done besides.
        ///   - signUp: Goes to Sign-up instead.
        ///   - left: Leaves the screen without having done anything.
        public init(
            signedIn: @escaping @MainActor (Session, FlowNotice?) -> Void,
            signUp: @escaping @MainActor () -> Void,
            left: @escaping @MainActor () -> Void
        ) {
            self.signedIn = signedIn
            self.signUp = signUp
            self.left = left
        }
    }

    /// What the screen shows.
    public var state: ObservedValue<SignInState> { box.observed }

    private let box: ObservableBox<SignInState>
    private let work = LatestTask()
    private let validator: any FormValidating
    private let signIn: SignIn
    private let actions: Actions
    private var editor: FormEditor

    /// Creates the view model of a sign-in screen.
    ///
    /// - Parameters:
    ///   - validator: Says which fields there are, and judges them; the same one as in the use case.
    ///   - signIn: Signs the person in.
    ///   - actions: What the screen leads to.
    public init(validator: any FormValidating, signIn: SignIn, actions: Actions) {
        self.validator = validator
        self.signIn = signIn
        self.actions = actions
        editor = FormEditor(validator: validator)
        box = ObservableBox(SignInState(form: editor.state))
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

    /// Decides whether the next launch is to restore the session; a submission that is under way keeps its choice.
    ///
    /// - Parameter remembers: True at first.
    public func remember(_ remembers: Bool) {
        box.value.remembers = remembers
    }

    /// Performs the action of the screen; while it is disabled, nothing happens.
    ///
    /// Once the person is signed in, the form is emptied. A session that could not be stored holds nobody up: the
    /// person is signed in and gets a notice.
    public func submit() async {
        guard box.value.canSubmit else { return }
        editor.submit()
        show(.submitting)

        let form = editor.state.form
        let remembers = box.value.remembers
        let result = await work.answer { [signIn] in
            do throws(SignInError) {
                return Result<Session, SignInError>.success(try await signIn(form, remember: remembers))
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
        case .failure(.invalidCredentials):
            // Nobody is told which of the two is wrong.
            editor.reject(.id, of: form)
            editor.reject(.password, of: form)
            show(.failed(.invalidCredentials))
        case .failure(.throttled(let until)):
            show(.failed(.throttled(until: until)))
        case .failure(.failed(let failure)):
            show(.failed(.failed(failure)))
        }
    }

    /// Leaves the screen: the form is emptied, and what is being submitted is stopped as far as it can be.
    public func cancel() {
        reset(to: .idle)
        actions.left()
    }

    /// Leaves the screen, as ``cancel()`` does, for Sign-up.
    public func switchToSignUp() {
        reset(to: .idle)
        actions.signUp()
    }

    private func finish(with session: Session, notice: FlowNotice? = nil) {
        reset(to: .done)
        actions.signedIn(session, notice)
    }

    private func reset(to phase: SubmissionPhase<SignInError>) {
        work.cancel()
        editor = FormEditor(validator: validator)
        show(phase)
    }

    private func show(_ phase: SubmissionPhase<SignInError>) {
        box.value = SignInState(form: editor.state, remembers: box.value.remembers, phase: phase)
    }
}
