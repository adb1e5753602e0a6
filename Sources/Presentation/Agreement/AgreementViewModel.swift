public import Domain

/// The agreement screen, for a remembered session whose owner has not agreed to the present version of the terms.
///
/// The user agrees and is signed in, or signs out. An action that the state disables does nothing.
@MainActor
public final class AgreementViewModel: FlowScreen {
    /// The state of the screen.
    public var state: ObservedValue<AgreementState> { box.observed }

    private let box: ObservableBox<AgreementState>
    private let session: Session
    private let agreeToTerms: AgreeToTerms
    private let endSession: SignOut
    private let screen: ScreenContext
    private var isDismissed = false

    /// Creates the view model of an agreement screen.
    ///
    /// - Parameters:
    ///   - session: The remembered session.
    ///   - documents: The documents that its owner has to agree to.
    ///   - agreeToTerms: Stores the agreement.
    ///   - signOut: Ends the session.
    ///   - screen: What the screens share, and the way out of this one.
    public init(
        session: Session,
        documents: [ConsentDocument],
        agreeToTerms: AgreeToTerms,
        signOut: SignOut,
        in screen: ScreenContext
    ) {
        self.session = session
        self.agreeToTerms = agreeToTerms
        endSession = signOut
        self.screen = screen
        box = ObservableBox(AgreementState(terms: TermsState(terms: Terms(required: documents))))
    }

    /// Ticks a document, or removes the tick; nothing is stored before ``submit()``.
    ///
    /// - Parameters:
    ///   - document: The document; a document that is not on the screen is ignored.
    ///   - isAgreed: Whether the user agrees.
    public func agree(to document: ConsentDocument, _ isAgreed: Bool = true) {
        box.value.terms.agree(to: document, isAgreed)
    }

    /// Stores the agreement and signs the user in.
    public func submit() async {
        guard box.value.canSubmit, !isDismissed else { return }
        let documents = box.value.terms.agreedDocuments
        box.value.phase = .submitting
        await screen.queue.run(if: { !self.isDismissed }) { [agreeToTerms, session] () throws(AgreeToTermsError) in
            try await agreeToTerms(to: documents, by: session)
        } then: { _ in
            self.end(with: .restored(self.session))
        } failing: {
            self.box.value.phase = .failed($0)
        }
    }

    /// Signs the user out instead.
    public func signOut() async {
        guard box.value.canSignOut, !isDismissed else { return }
        box.value.phase = .submitting
        await screen.localQueue.run(if: { !self.isDismissed }) { [endSession, session] in
            await endSession(session.id)
        } then: { outcome in
            self.end(with: .signedOut(self.session, outcome))
        }
    }

    private func end(with outcome: ScreenOutcome) {
        box.value.phase = .done
        screen.proceed(outcome)
    }

    /// Ends the screen permanently, when it is no longer shown; queued operations do not begin.
    func dismiss() { isDismissed = true }
}
