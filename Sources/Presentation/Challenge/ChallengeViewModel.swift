public import Domain

/// What the user has decided at the sign-in or sign-up before a step, and the link that opened its screen.
public struct ChallengeContext: Hashable, Sendable {
    /// The documents to which the user has agreed.
    public let documents: [ConsentDocument]

    /// Whether the next launch restores the session.
    public let remembers: Bool

    /// The code and the account of the link that opened the screen; or nil.
    public let link: AccountConfirmation?

    /// Whether the user is signed in already, so that no sign-in follows.
    public let isSignedIn: Bool

    /// Creates a context.
    ///
    /// - Parameters:
    ///   - documents: The documents to which the user has agreed.
    ///   - remembers: Whether the next launch restores the session.
    ///   - link: The code and the account of the link that opened the screen; or nil.
    ///   - isSignedIn: Whether the user is signed in already.
    public init(
        agreeingTo documents: [ConsentDocument] = [],
        remembers: Bool = true,
        link: AccountConfirmation? = nil,
        isSignedIn: Bool = false
    ) {
        self.documents = documents
        self.remembers = remembers
        self.link = link
        self.isSignedIn = isSignedIn
    }
}

/// The screen for a step before a session: the confirmation of an address, or a second factor.
///
/// The field takes the code, or the whole link of the message.
@MainActor
public final class ChallengeViewModel: FormViewModel, FlowScreen {
    /// The state of the screen.
    public var state: ObservedValue<ChallengeState> { box.observed }

    /// The form, whose field is `code`.
    public let form: FormModel<ChallengeFailure>

    private let box: ObservableBox<ChallengeState>
    private let context: ChallengeContext
    private let style: SignInStyle
    private var link: AccountConfirmation?
    private let answerChallenge: AnswerChallenge?
    private let countdown: Ticker

    /// Creates the view model of a screen.
    ///
    /// - Parameters:
    ///   - challenge: The step.
    ///   - context: What the user has decided before.
    ///   - style: What the sign-in screen does besides signing in.
    ///   - answerChallenge: Completes the step; nil if the app has no steps.
    ///   - screen: What the screens share, and the way out of this one.
    public init(
        challenge: Challenge,
        context: ChallengeContext,
        style: SignInStyle = SignInStyle(),
        answerChallenge: AnswerChallenge?,
        in screen: ScreenContext
    ) {
        self.context = context
        self.style = style
        self.answerChallenge = answerChallenge
        countdown = Ticker(clock: screen.time.clock)
        form = FormModel(validator: ProofValidator([.code]), in: screen)
        box = ObservableBox(ChallengeState(challenge: challenge, submission: form.state))
        form.changed = { [box] in box.value.submission = $0 }
        form.action = { [weak self] in await self?.submit(agreeingTo: $0) }
        form.optionalFields = [.code]
        count()
        if let link = context.link { fillIn(link) }
    }

    /// Fills in the code of a link, and returns whether a link can complete the step.
    @discardableResult
    func fillIn(_ link: AccountConfirmation) -> Bool {
        guard box.value.challenge.kind != .totp, !box.value.isOver, form.edit(.code, link.code) else { return false }
        self.link = link
        return true
    }

    /// Submits the code.
    public func submit() async { await submit(agreeingTo: []) }

    private func submit(agreeingTo asked: [ConsentDocument]) async {
        guard box.value.canSubmit, let answerChallenge else { return }
        let challenge = box.value.challenge
        await form.submit(agreeingTo: asked) { [context, link] form, agreed throws(ChallengeFailure) in
            let confirmation =
                if let link, link.code == form[.code] { link } else { AccountConfirmation(typed: form[.code]) }
            do throws(AnswerChallengeError) {
                return try await answerChallenge(
                    challenge,
                    with: confirmation,
                    agreeingTo: context.documents + agreed,
                    remember: context.remembers
                )
            } catch {
                throw .notAnswered(error)
            }
        } then: {
            self.receive($0, to: $1)
        }
    }

    /// Requests the message again.
    public func resend() async {
        guard box.value.canResend, !form.isDismissed, let answerChallenge else { return }
        let challenge = box.value.challenge
        let submitted = form.begin([])
        await form.run { () throws(ResendError) in
            try await answerChallenge.resend(challenge)
        } then: {
            self.show($0)
        } failing: {
            self.receive($0, to: submitted)
        }
    }

    /// Stops the submission, if any; the form keeps the code.
    public func stop() { form.stop() }

    /// Leaves the screen.
    ///
    /// A second factor is forgotten. Sign-in offers the confirmation of an address, also after a relaunch.
    public func cancel() async {
        guard !box.value.phase.isBusy, !form.isDismissed else { return }
        let challenge = box.value.challenge
        if challenge.purpose == .secondFactor, let answerChallenge {
            _ = form.begin([])
            await form.screen.queue.run(if: { !self.form.isDismissed }) {
                await answerChallenge.cancel(challenge)
            } then: { _ in
            }
        }
        form.end(with: .left)
    }

    /// Forgets a second factor, as ``cancel()`` does.
    func willBePopped() {
        guard box.value.challenge.purpose == .secondFactor, !box.value.phase.isBusy, let answerChallenge else { return }
        _ = form.screen.queue.enqueue { [challenge = box.value.challenge] in await answerChallenge.cancel(challenge) }
    }

    /// Ends the screen permanently, when it is no longer shown.
    func dismiss() {
        countdown.cancel()
        form.dismiss()
    }

    private func receive(_ result: Result<ChallengeStep, ChallengeFailure>, to submitted: AccountForm) {
        switch result {
        case .success(.done(let opened)):
            form.end(in: .done, with: .signedIn(opened.session, notice(of: opened, submitted[.code])))
        case .success(.challenge(let next)):
            form.reset(to: .idle)
            show(next)
        case .success(.signInRequired):
            let isAddress = box.value.challenge.purpose == .addressConfirmation
            endWithoutSession(isAddress ? .addressConfirmed : .notSignedIn(nil))
        case .success(.signInCancelled): endWithoutSession(.notSignedIn(nil))
        case .success(.agreementNotSaved(let error)): endWithoutSession(.notSignedIn(error))
        case .failure(.notAnswered(let error)): receive(error, to: submitted)
        case .failure(.notSent(let error)): receive(error, to: submitted)
        }
    }

    private func endWithoutSession(_ notice: FlowNotice) {
        form.end(in: .done, with: context.isSignedIn ? .left : .signIn)
        form.proceed(.noticed(notice))
    }

    private func notice(of opened: OpenedSession, _ code: String) -> FlowNotice? {
        let challenge = box.value.challenge
        if let notice = FlowNotice(opened) { return notice }
        if challenge.acceptsRecoveryCode, let notice = FlowNotice(secondFactor: code) { return notice }
        return style.alertsOutcome && challenge.purpose == .secondFactor ? .signedIn : nil
    }

    private func receive(_ error: AnswerChallengeError, to submitted: AccountForm) {
        let failure = ChallengeFailure.notAnswered(error)
        switch error {
        case .wrong(let left):
            box.value.challenge.attemptsLeft = left ?? box.value.challenge.attemptsLeft
            form.fail(failure, blaming: [.code: []], of: submitted)
        // Without a message that can be sent again, the step itself has expired.
        case .expired where box.value.challenge.resendAt != nil, .used:
            form.fail(failure, blaming: [.code: []], of: submitted)
        case .throttled(let until): form.fail(failure, of: submitted, until: until)
        case .service(let reason): form.fail(failure, because: reason, of: submitted)
        case .tooManyAttempts, .unknown, .expired:
            close()
            form.fail(failure, blaming: [.code: []], of: submitted)
        case .tooManyAccounts: form.fail(failure, of: submitted)
        case .termsRequired(let documents):
            form.halt()
            form.askForAgreement(to: documents)
        }
    }

    private func receive(_ error: ResendError, to submitted: AccountForm) {
        let failure = ChallengeFailure.notSent(error)
        switch error {
        case .throttled(let until): form.fail(failure, of: submitted, until: until)
        case .service(let reason): form.fail(failure, because: reason, of: submitted)
        case .unknown:
            close()
            form.fail(failure, of: submitted)
        }
    }

    /// Keeps the user from answering, because no answer can complete the step anymore.
    private func close() {
        box.value.isOver = true
        form.isClosed = true
    }

    private func show(_ challenge: Challenge) {
        box.value.challenge = challenge
        form.halt()
        count()
    }

    /// Counts down to the next message.
    private func count() {
        let wait = { [time = form.time] (challenge: Challenge) in
            challenge.earliestResend(at: time.dates.now).flatMap { time.remaining(until: $0) }
        }
        box.value.resendWait = wait(box.value.challenge)
        guard box.value.resendWait != nil else { return countdown.cancel() }
        countdown.start(every: form.time.updateInterval) { [weak self] _ in
            guard let self else { return false }
            box.value.resendWait = wait(box.value.challenge)
            return box.value.resendWait != nil
        }
    }
}
