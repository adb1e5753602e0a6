public import Domain

/// The sign-in screen: a form, validated at every key press, and its submission.
@MainActor
public final class SignInViewModel: FormViewModel, FlowScreen {
    /// The result of a submission.
    private enum Answer: Sendable {
        case signedIn(OpenedSession)
        case failed(SignInError)

        /// The account has not agreed to these documents, so no sign-in was attempted.
        case termsMissing([ConsentDocument])
    }

    /// The state of the screen.
    public var state: ObservedValue<SignInState> { box.observed }

    /// The form.
    public let form: FormModel<SignInError>

    private let box: ObservableBox<SignInState>
    private let queue: SerialTaskQueue
    private let review: LatestWinsTask
    private let signIn: SignIn
    private let consents: ConsentSteps?
    private let time: ScreenTiming
    private let proceed: @MainActor (ScreenOutcome) -> Void

    /// Creates the view model of a sign-in screen.
    ///
    /// - Parameters:
    ///   - validator: Validates the form; the validator of the use case.
    ///   - signIn: Signs the user in.
    ///   - consents: Reviews and stores agreements to terms; nil if there are none.
    ///   - time: The clocks and durations of the screen.
    ///   - alerts: The queue for the alerts of the screen.
    ///   - queue: The queue for the operations of all screens.
    ///   - proceed: Called with each outcome of the screen.
    public init(
        validator: any FormValidating,
        signIn: SignIn,
        consents: ConsentSteps? = nil,
        time: ScreenTiming = ScreenTiming(),
        alerts: AlertQueue = AlertQueue(),
        queue: SerialTaskQueue = SerialTaskQueue(),
        proceed: @escaping @MainActor (ScreenOutcome) -> Void
    ) {
        self.signIn = signIn
        self.consents = consents
        self.time = time
        self.queue = queue
        self.proceed = proceed
        review = LatestWinsTask(queue: queue)
        form = FormModel(validator: validator, time: time, alerts: alerts, queue: queue)
        let terms = consents.map { TermsState(terms: $0.review.terms) }
        box = ObservableBox(SignInState(submission: form.state, terms: terms))
        form.changed = { [box] in box.value.submission = $0 }
        form.action = { [weak self] in await self?.submit() }
    }

    // MARK: Filling in the form

    /// Sets whether the next launch restores the session; a submission in progress is not affected.
    ///
    /// - Parameter remembers: Whether to restore it; true by default.
    public func remember(_ remembers: Bool) { box.value.remembers = remembers }

    /// Agrees to a document, or withdraws the agreement; nothing is stored before the sign-in has succeeded.
    ///
    /// - Parameters:
    ///   - document: The document; a document that is not among the terms is ignored.
    ///   - isAgreed: Whether the user agrees.
    public func agree(to document: ConsentDocument, _ isAgreed: Bool = true) {
        guard box.value.terms?.terms.documents.contains(document) == true else { return }
        if isAgreed {
            box.value.terms?.agreed.insert(document)
        } else {
            box.value.terms?.agreed.remove(document)
        }
    }

    // MARK: Appearing, submitting and leaving

    /// Decides how to show the terms; call it whenever the screen appears.
    ///
    /// The terms are shown in full unless the check finds that an account on this device has agreed to them.
    public func appear() async {
        guard let consents, !form.isDismissed else { return }
        await review.run {
            // If this check fails, the terms are shown in full.
            (try? await consents.review.areAgreedHere()) == true
        } then: { areAgreed in
            self.box.value.terms?.layout = areAgreed ? .link : .full
        }
    }

    /// Submits the form; nothing happens while the action of the screen is disabled.
    ///
    /// If an agreement is missing, an alert requests it, and no sign-in is attempted. After a sign-in, the form is
    /// emptied. If the session cannot be stored, the user is signed in nevertheless and gets a notice.
    public func submit() async { await submit(agreeingTo: []) }

    private func submit(agreeingTo asked: [ConsentDocument]) async {
        guard form.canSubmit else { return }
        let terms = box.value.terms
        if let terms, terms.layout == .full, !terms.missing.isEmpty { return askForAgreement(to: terms.missing) }
        let agreed = (terms?.terms.documents ?? []).filter { terms?.agreed.contains($0) == true || asked.contains($0) }
        let remembers = box.value.remembers
        var agreement: Task<Void, Never>?
        await form.submit {
            await self.answer(to: $0, agreed: agreed, remembers: remembers)
        } then: {
            agreement = self.receive($0, to: $1, agreed: agreed)
        }
        await agreement?.value
    }

    /// Stops the submission, if any; the form keeps its texts.
    public func stop() { form.stop() }

    /// Leaves the screen: empties the form, and stops the submission, if it can still be stopped.
    public func cancel() {
        reset(to: .idle)
        proceed(.left)
    }

    /// Leaves the screen as ``cancel()`` does, and goes to Sign-up.
    public func switchToSignUp() {
        reset(to: .idle)
        proceed(.signUp)
    }

    /// Ends the screen permanently, when it is no longer shown.
    func dismiss() {
        review.cancel()
        form.dismiss()
    }

    /// Starts over, because the screen is shown again.
    func didReappear() { reset(to: .idle) }

    private func reset(to phase: SubmissionPhase<SignInError>) {
        box.value.terms?.agreed = []
        form.reset(to: phase)
    }

    private func answer(to form: AccountForm, agreed: [ConsentDocument], remembers: Bool) async -> Answer {
        do {
            if time.signInDelay > .zero { try await time.clock.sleep(for: time.signInDelay) }
        } catch {
            return .failed(.service(.cancelled))
        }
        // The use case rejects a text that is not an ID.
        if let consents, let id = try? AccountID(form[.id]) {
            do throws(StorageError) {
                let missing = try await consents.review.missing(for: id).filter { !agreed.contains($0) }
                guard missing.isEmpty else { return .termsMissing(missing) }
            } catch {
                return .failed(.service(.storage(error)))
            }
        }
        do throws(SignInError) {
            return .signedIn(try await signIn(form, remember: remembers))
        } catch {
            return .failed(error)
        }
    }

    private func receive(_ answer: Answer, to submitted: AccountForm, agreed: [ConsentDocument]) -> Task<Void, Never>? {
        switch answer {
        case .signedIn(let opened):
            return finish(with: opened, agreed: agreed)
        case .termsMissing(let documents):
            form.halt()
            askForAgreement(to: documents)
        case .failed(let error):
            fail(error, of: submitted)
        }
        return nil
    }

    private func fail(_ error: SignInError, of submitted: AccountForm) {
        switch error {
        case .invalidInput(let issues): form.fail(error, blaming: issues, of: submitted)
        // Both are rejected, so that the screen does not reveal which one is wrong.
        case .invalidCredentials: form.fail(error, blaming: [.id: [], .password: []], of: submitted)
        case .throttled(let until): form.fail(error, of: submitted, until: until)
        case .service(let failure):
            form.fail(error, because: failure, of: submitted)
            if let outcome = ScreenOutcome(unreadable: failure) { proceed(outcome) }
        }
    }

    private func finish(with opened: OpenedSession, agreed: [ConsentDocument]) -> Task<Void, Never>? {
        reset(to: .done)
        proceed(.signedIn(opened.session, FlowNotice(opened)))
        guard let consents, !agreed.isEmpty else { return nil }
        // The operation is not cancelled with the screen, because the user is signed in. It is queued, so that a user
        // who signs out at once and signs in again does not have to agree again.
        return queue.enqueue { [proceed] in
            do throws(AgreeToTermsError) {
                try await consents.agree(to: agreed, by: opened.session)
            } catch {
                proceed(.agreementNotSaved(error))
            }
        }
    }

    private func askForAgreement(to documents: [ConsentDocument]) {
        alerts.present(.termsRequired(documents), for: form) { [weak self] action in
            guard let self, action == .agree else { return }
            // With a link, no document is marked as agreed to: the next user of the screen has not agreed.
            if box.value.terms?.layout == .full { for document in documents { agree(to: document) } }
            await submit(agreeingTo: documents)
        }
    }
}

/// The use cases for the terms of a sign-in screen.
public struct ConsentSteps: Sendable {
    let review: ReviewTerms
    let agree: AgreeToTerms

    /// Collects the use cases.
    ///
    /// - Parameters:
    ///   - review: Returns the terms that the user has not agreed to.
    ///   - agree: Stores the agreement, after the sign-in.
    public init(review: ReviewTerms, agree: AgreeToTerms) {
        self.review = review
        self.agree = agree
    }
}
