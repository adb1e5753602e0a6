public import Domain

/// The sign-up screen: a form that is judged at every key press, and its submission.
@MainActor
public final class SignUpViewModel: LiveFormViewModel {
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

    /// The alerts of the screen, among those of the app.
    public let alerts: AlertQueue

    private let box: ObservableBox<SignUpState>
    let form: LiveForm<SignUpNotice>
    private let work: LatestTask
    private let inquiry: (any LiveAvailabilityChecking)?
    private var listening: Task<Void, Never>?
    private let signUp: SignUp
    private let time: ScreenTime
    private let actions: Actions
    private var isRetired = false

    /// Creates the view model of a sign-up screen.
    ///
    /// - Parameters:
    ///   - validator: Says which fields there are, and judges them; the same one as in the use case.
    ///   - inquiry: Finds out whether the ID that is typed is free, for this screen alone; nil where nobody is to ask.
    ///   - signUp: Registers the account.
    ///   - time: How time goes by.
    ///   - alerts: Where the screen puts its alerts.
    ///   - actions: What the screen leads to.
    public convenience init(
        validator: any FormValidating,
        inquiry: (any LiveAvailabilityChecking)? = nil,
        signUp: SignUp,
        time: ScreenTime = ScreenTime(),
        alerts: AlertQueue = AlertQueue(),
        actions: Actions
    ) {
        self.init(
            validator: validator,
            inquiry: inquiry,
            signUp: signUp,
            time: time,
            alerts: alerts,
            line: WorkLine(),
            actions: actions
        )
    }

    init(
        validator: any FormValidating,
        inquiry: (any LiveAvailabilityChecking)?,
        signUp: SignUp,
        time: ScreenTime,
        alerts: AlertQueue,
        line: WorkLine,
        actions: Actions
    ) {
        self.inquiry = inquiry
        self.signUp = signUp
        self.time = time
        self.alerts = alerts
        self.actions = actions
        work = LatestTask(line: line)
        form = LiveForm(validator: validator, time: time)
        box = ObservableBox(form.state)
        form.changed = { [box] in box.value = $0 }
        guard let inquiry else { return }
        form.inquire = { id in
            inquiry.update(id)
            return inquiry.state
        }
        let states = inquiry.states
        listening = Task { [weak self] in
            for await state in states { self?.learn(state) }
        }
    }

    // The inquiry may be somebody else's, and outlive the screen.
    deinit { listening?.cancel() }

    /// Performs the action of the screen; while it is disabled, nothing happens.
    ///
    /// Once the account is registered, the form is emptied. A session that could not be stored holds nobody up: the
    /// person is signed in and gets a notice.
    public func submit() async {
        guard box.value.canSubmit, !isRetired else { return }
        let submitted = form.begin()
        await work.run { [signUp] in
            do throws(SignUpError) {
                return Result<SignUpOutcome, SignUpError>.success(try await signUp(submitted))
            } catch {
                return .failure(error)
            }
        } then: {
            self.receive($0, to: submitted)
        }
    }

    func performAction() async { await submit() }

    /// Stops what is being submitted and stays, with all that was typed; otherwise nothing happens.
    ///
    /// An account that has been registered by then stays, but nobody gets signed in.
    public func stop() {
        guard box.value.phase == .submitting else { return }
        work.cancel()
        form.halt()
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

    /// Ends the screen for good, because it is shown no more.
    func retire() {
        isRetired = true
        alerts.removeAll(of: self)
        if box.value.phase != .done { reset(to: .idle) }
    }

    private func receive(_ result: Result<SignUpOutcome, SignUpError>, to submitted: AccountForm) {
        switch result {
        case .success(.signedIn(let opened)):
            finish(with: opened.session, notice: opened.storageError.map { .sessionNotSaved($0) })
        case .success(.signInRequired):
            reset(to: .failed(.signInRequired))
            actions.signIn()
        case .success(.signInCancelled):
            form.fail(.signInCancelled, of: submitted)
        case .success(.outcomeHidden):
            form.fail(.outcomeHidden, of: submitted)
        case .failure(.invalidInput(let issues)):
            form.fail(.failed(.invalidInput(issues)), blaming: issues.byField, of: submitted)
        case .failure(.duplicateAccount):
            form.fail(.failed(.duplicateAccount), blaming: [.id: []], of: submitted)
        case .failure(.failed(let failure)):
            let error = SignUpError.failed(failure)
            form.fail(
                .failed(error),
                blaming: failure.blamed,
                of: submitted,
                until: failure.end(from: time.dates.now)
            )
            // A user who has cancelled the sign-up needs no alert.
            if failure != .cancelled { alerts.present(.signUpRefused(error), for: self) }
        }
    }

    /// Shows what is known by now, which may be more than the state that was sent says.
    private func learn(_ sent: AvailabilityState) {
        guard let inquiry, inquiry.state == sent else { return }
        form.learn(sent)
    }

    private func finish(with session: Session, notice: FlowNotice?) {
        reset(to: .done)
        actions.signedUp(session, notice)
    }

    private func reset(to phase: SubmissionPhase<SignUpNotice>) {
        work.cancel()
        inquiry?.update(nil)
        alerts.removeAll(of: self)
        form.reset(to: phase)
    }
}
