public import Domain

/// The sign-in screen: a form that is judged at every key press, and its submission.
@MainActor
public final class SignInViewModel: LiveFormViewModel {
    /// What the screen leads to.
    public struct Actions {
        /// Goes on with the session, and with what could not be done besides, if anything.
        public let signedIn: @MainActor (Session, FlowNotice?) -> Void

        /// Goes to Sign-up instead.
        public let signUp: @MainActor () -> Void

        /// Leaves the screen without having done anything.
        public let left: @MainActor () -> Void

        /// Tells, after `signedIn`, that the agreement to the terms could not be stored.
        public let agreementNotSaved: @MainActor (AgreeToTermsError) -> Void

        /// Creates the actions.
        ///
        /// - Parameters:
        ///   - signedIn: Goes on with the session, and with what could not be done besides.
        ///   - signUp: Goes to Sign-up instead.
        ///   - left: Leaves the screen without having done anything.
        ///   - agreementNotSaved: Tells that the agreement to the terms could not be stored.
        public init(
            signedIn: @escaping @MainActor (Session, FlowNotice?) -> Void,
            signUp: @escaping @MainActor () -> Void,
            left: @escaping @MainActor () -> Void,
            agreementNotSaved: @escaping @MainActor (AgreeToTermsError) -> Void = { _ in }
        ) {
            self.signedIn = signedIn
            self.signUp = signUp
            self.left = left
            self.agreementNotSaved = agreementNotSaved
        }
    }

    /// What the screen shows.
    public var state: ObservedValue<SignInState> { box.observed }

    /// The alerts of the screen, among those of the app.
    public let alerts: AlertQueue

    private let box: ObservableBox<SignInState>
    let form: LiveForm<SignInError>
    private let line: WorkLine
    private let work: LatestTask
    private let review: LatestTask
    private let signIn: SignIn
    private let consents: ConsentSteps?
    private let time: ScreenTime
    private let actions: Actions
    private var isRetired = false

    /// Creates the view model of a sign-in screen.
    ///
    /// - Parameters:
    ///   - validator: Says which fields there are, and judges them; the same one as in the use case.
    ///   - signIn: Signs the person in.
    ///   - consents: What is to be done about terms; nil where there are none.
    ///   - time: How time goes by.
    ///   - alerts: Where the screen puts its alerts.
    ///   - actions: What the screen leads to.
    public convenience init(
        validator: any FormValidating,
        signIn: SignIn,
        consents: ConsentSteps? = nil,
        time: ScreenTime = ScreenTime(),
        alerts: AlertQueue = AlertQueue(),
        actions: Actions
    ) {
        self.init(
            validator: validator,
            signIn: signIn,
            consents: consents,
            time: time,
            alerts: alerts,
            line: WorkLine(),
            actions: actions
        )
    }

    init(
        validator: any FormValidating,
        signIn: SignIn,
        consents: ConsentSteps?,
        time: ScreenTime,
        alerts: AlertQueue,
        line: WorkLine,
        actions: Actions
    ) {
        self.signIn = signIn
        self.consents = consents
        self.time = time
        self.alerts = alerts
        self.actions = actions
        self.line = line
        work = LatestTask(line: line)
        review = LatestTask(line: line)
        form = LiveForm(validator: validator, time: time)
        let terms = consents.map { TermsState(terms: $0.review.terms) }
        box = ObservableBox(SignInState(submission: form.state, terms: terms))
        form.changed = { [box] in box.value.submission = $0 }
    }

    // MARK: Filling in the form

    /// Decides whether the next launch is to restore the session; a submission that is under way keeps its choice.
    ///
    /// - Parameter remembers: True at first.
    public func remember(_ remembers: Bool) {
        box.value.remembers = remembers
    }

    /// Agrees to a document, or takes that back; nothing is stored before the sign-in has succeeded.
    ///
    /// - Parameters:
    ///   - document: The document; one that is not among the terms is ignored.
    ///   - isAgreed: Whether the person agrees.
    public func agree(to document: ConsentDocument, _ isAgreed: Bool = true) {
        guard box.value.terms?.terms.documents.contains(document) == true else { return }
        if isAgreed {
            box.value.terms?.agreed.insert(document)
        } else {
            box.value.terms?.agreed.remove(document)
        }
    }

    // MARK: Coming, submitting and leaving

    /// Finds out how much room the terms take, whenever the screen appears.
    ///
    /// Until that is known, and where it cannot be found out, they are shown at large.
    public func appear() async {
        guard let consents, !isRetired else { return }
        await review.run {
            // Who cannot find out asks again.
            (try? await consents.review.areAgreedHere()) == true
        } then: { areAgreed in
            self.box.value.terms?.layout = areAgreed ? .link : .full
        }
    }

    /// Performs the action of the screen; while it is disabled, nothing happens.
    ///
    /// Where an agreement is missing, an alert asks for it, and nothing else happens. Once the person is signed in, the
    /// form is emptied. A session that could not be stored holds nobody up: the person is signed in and gets a notice.
    public func submit() async { await submit(agreeingTo: []) }

    func performAction() async { await submit() }

    private func submit(agreeingTo asked: [ConsentDocument]) async {
        guard box.value.canSubmit, !isRetired else { return }
        let terms = box.value.terms
        if let terms, terms.layout == .full, !terms.missing.isEmpty { return askForAgreement(to: terms.missing) }
        let submitted = form.begin()
        let agreed = (terms?.terms.documents ?? []).filter { terms?.agreed.contains($0) == true || asked.contains($0) }
        let remembers = box.value.remembers
        var agreement: Task<Void, Never>?
        await work.run {
            await self.answer(to: submitted, agreed: agreed, remembers: remembers)
        } then: {
            agreement = self.receive($0, to: submitted, agreed: agreed)
        }
        await agreement?.value
    }

    /// Stops what is being submitted and stays, with all that was typed; otherwise nothing happens.
    public func stop() {
        guard box.value.phase == .submitting else { return }
        work.cancel()
        form.halt()
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

    /// Ends the screen for good, because it is shown no more.
    func retire() {
        isRetired = true
        review.cancel()
        alerts.removeAll(of: self)
        if box.value.phase != .done { reset(to: .idle) }
    }

    /// Begins anew, because what covered the screen is gone.
    func uncover() { reset(to: .idle) }

    private func answer(to form: AccountForm, agreed: [ConsentDocument], remembers: Bool) async -> SignInAnswer {
        do {
            if time.signInDelay > .zero { try await time.clock.sleep(for: time.signInDelay) }
        } catch {
            return .failed(.failed(.cancelled))
        }
        // A text that is no ID is refused by the use case.
        if let consents, let id = try? AccountID(form[.id]) {
            do throws(StorageError) {
                let missing = try await consents.review.missing(for: id).filter { !agreed.contains($0) }
                guard missing.isEmpty else { return .termsMissing(missing) }
            } catch {
                return .failed(.failed(.storage(error)))
            }
        }
        do throws(SignInError) {
            return .signedIn(try await signIn(form, remember: remembers))
        } catch {
            return .failed(error)
        }
    }

    private func receive(
        _ answer: SignInAnswer,
        to submitted: AccountForm,
        agreed: [ConsentDocument]
    ) -> Task<Void, Never>? {
        switch answer {
        case .signedIn(let opened):
            let notice = opened.storageError.map { FlowNotice.sessionNotSaved($0) }
            return finish(with: opened.session, agreed: agreed, notice: notice)
        case .termsMissing(let documents):
            form.halt()
            askForAgreement(to: documents)
        case .failed(.invalidInput(let issues)):
            form.fail(.invalidInput(issues), blaming: issues.byField, of: submitted)
        case .failed(.invalidCredentials):
            // Nobody is told which of the two is wrong.
            form.fail(.invalidCredentials, blaming: [.id: [], .password: []], of: submitted)
        case .failed(.throttled(let until)):
            form.fail(.throttled(until: until), of: submitted, until: until)
        case .failed(.failed(let failure)):
            form.fail(
                .failed(failure),
                blaming: failure.blamed,
                of: submitted,
                until: failure.end(from: time.dates.now)
            )
        }
        return nil
    }

    private func finish(
        with session: Session,
        agreed: [ConsentDocument],
        notice: FlowNotice?
    ) -> Task<Void, Never>? {
        reset(to: .done)
        actions.signedIn(session, notice)
        guard let consents, !agreed.isEmpty else { return nil }
        // Nothing cancels it, because the person is signed in now, whatever becomes of the screen. It stands in the line,
        // so that whoever signs out at once and comes back is not asked again.
        return line.append { [actions] in
            do throws(AgreeToTermsError) {
                try await consents.agree(to: agreed, by: session)
            } catch {
                actions.agreementNotSaved(error)
            }
        }
    }

    private func askForAgreement(to documents: [ConsentDocument]) {
        alerts.present(.termsRequired(documents), for: self) { [weak self] intent in
            guard let self, intent == .agree else { return }
            // Beside the link nothing is ticked: who was asked has agreed, and nobody whose ID is typed later.
            if box.value.terms?.layout == .full { for document in documents { agree(to: document) } }
            await submit(agreeingTo: documents)
        }
    }

    private func reset(to phase: SubmissionPhase<SignInError>) {
        work.cancel()
        alerts.removeAll(of: self)
        box.value.terms?.agreed = []
        form.reset(to: phase)
    }
}
