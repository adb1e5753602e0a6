/// The result of a sign-up that succeeded, at least in part.
public enum SignUpOutcome: Hashable, Sendable {
    /// The account is registered, and its owner is signed in.
    case signedIn(OpenedSession)

    /// The account is registered, and its owner has to complete a step, such as confirming the address.
    case challenge(Challenge)

    /// The account is registered, and its owner has to sign in: the service starts no session, its sign-in has failed, or
    /// something is missing for it.
    case signInRequired

    /// The account is registered, but the task was cancelled before its session was stored.
    case signInCancelled

    /// The account is registered, but its agreement to the terms could not be stored, so no session has started.
    case agreementNotSaved(StorageError)

    /// The account was registered or the ID was taken, and the result does not reveal which; the user can try to sign
    /// in.
    case outcomeHidden

    /// The new session, or nil if the user has to sign in.
    public var session: Session? {
        if case .signedIn(let opened) = self { opened.session } else { nil }
    }
}

/// Registers an account and signs its owner in.
public struct SignUp: Sendable {
    private let validator: any FormValidating
    private let service: any AccountService
    private let openSession: OpenSession
    private let review: ReviewTerms?
    private let hidesAccountExistence: Bool
    private let confirming: AnswerChallenge?

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - validator: Validates the submitted form, independently of the screen.
    ///   - service: Registers the account.
    ///   - sessions: The session of the user.
    ///   - review: Finds the terms that users must agree to; nil if there are none.
    ///   - hidesAccountExistence: Whether a valid form always results in ``SignUpOutcome/outcomeHidden``, so that the
    ///     sign-up does not reveal taken IDs. ``LocalAccountService`` takes the same time either way; a server has to
    ///     ensure that itself.
    ///   - confirming: Confirms the address; nil if the account service confirms none.
    public init(
        validator: any FormValidating,
        service: any AccountService,
        sessions: CurrentSession,
        review: ReviewTerms? = nil,
        hidesAccountExistence: Bool = false,
        confirming: AnswerChallenge? = nil
    ) {
        self.validator = validator
        self.service = service
        self.review = review
        openSession = OpenSession(service: service, sessions: sessions, review: review)
        self.hidesAccountExistence = hidesAccountExistence
        // What is offered afterwards would reveal it too.
        self.confirming = hidesAccountExistence ? nil : confirming
    }

    /// Registers an account and signs its owner in.
    ///
    /// Nothing is registered while an agreement is missing. The agreement is stored before the session. If the outcome is
    /// unknown, the confirmation of the address is offered, because the account may need it.
    ///
    /// - Parameters:
    ///   - form: The submitted form.
    ///   - documents: The documents to which the user agrees with the sign-up.
    ///   - remember: Whether the next launch restores the session.
    /// - Returns: The new session, or the reason why the user has to sign in.
    /// - Throws: ``SignUpError``; in that case, there is no new account, as far as the service knows.
    public func callAsFunction(
        _ form: AccountForm,
        agreeingTo documents: [ConsentDocument] = [],
        remember: Bool = true
    ) async throws(SignUpError) -> SignUpOutcome {
        let issues = validator.issues(in: form)
        guard issues.isEmpty else { throw .invalidInput(issues) }
        let registration: Registration
        do {
            registration = try Registration(form, agreeingTo: documents)
        } catch {
            throw .invalidInput([error])
        }
        let missing = review?.terms.missing(given: [], agreeingTo: documents) ?? []
        guard missing.isEmpty else { throw .termsRequired(missing) }

        let isFull: Bool
        do {
            isFull = try await openSession.isFull(for: registration.id)
            if !documents.isEmpty { _ = try await review?.consents.consents(of: registration.id) }
        } catch {
            throw .service(.storage(error))
        }
        guard !isFull else { throw .tooManyAccounts }
        // The response may be lost, or the process killed, after the server has registered the account.
        let earlier = await confirming?.expectConfirmation(of: registration.id, at: registration.profile.email)
        let outcome: RegistrationOutcome
        do {
            outcome = try await service.register(registration)
        } catch {
            let error = SignUpError(error)
            if !error.leavesOutcomeUnknown { await confirming?.restoreConfirmation(earlier, of: registration.id) }
            if hidesAccountExistence, error == .duplicateAccount { return .outcomeHidden }
            throw error
        }
        if hidesAccountExistence { return .outcomeHidden }
        let authentication: Authentication
        switch outcome {
        case .authenticated(let value):
            await confirming?.restoreConfirmation(nil, of: registration.id)
            authentication = value
        case .challenge(let challenge):
            await agree(to: documents, by: registration.id)
            await confirming?.expectConfirmation(challenge)
            return .challenge(challenge)
        case .signInRequired:
            await confirming?.restoreConfirmation(nil, of: registration.id)
            await agree(to: documents, by: registration.id)
            return .signInRequired
        }

        do {
            let opened = try await openSession(for: authentication, agreeingTo: documents, remember: remember)
            return .signedIn(opened)
        } catch {
            switch error {
            // Only a session that takes the place of another one finds that one ended.
            case .cancelled, .ended: return .signInCancelled
            case .accountDeleted: throw .accountDeleted
            case .agreementNotSaved(let error): return .agreementNotSaved(error)
            // All required documents are among those of the sign-up. An account without a place exists nevertheless.
            case .termsRequired, .full: return .signInRequired
            }
        }
    }

    /// Stores the agreement of an account without a session.
    private func agree(to documents: [ConsentDocument], by accountID: AccountID) async {
        let present = review?.terms.present(documents) ?? []
        // If this fails, the user is asked for the agreement again before a session starts.
        _ = try? await review?.consents.agree(to: present, by: accountID, at: openSession.sessions.dates.now)
    }
}

/// The reason why a sign-up failed.
public enum SignUpError: Error, Hashable, Sendable {
    /// The form is not valid, or the service does not accept a text; nothing was registered.
    case invalidInput([FieldIssue])

    /// The ID is taken; nothing was registered.
    case duplicateAccount

    /// The user has not agreed to these documents in their current versions; nothing was registered.
    case termsRequired([ConsentDocument])

    /// ``StoredSessions/limit`` other accounts are signed in on this device; nothing was registered.
    case tooManyAccounts

    /// The account was registered, and a user who knows the password deleted it before its session started.
    case accountDeleted

    /// The account service or the store of the session failed, and nothing was registered, unless the failure
    /// ``AccountServiceFailure/leavesOutcomeUnknown``.
    case service(AccountServiceFailure)

    /// Whether the account may be registered nevertheless.
    var leavesOutcomeUnknown: Bool {
        if case .service(let failure) = self { failure.leavesOutcomeUnknown } else { false }
    }

    init(_ error: RegistrationError) {
        switch error {
        case .duplicateAccount: self = .duplicateAccount
        case .invalidInput(let issues): self = .invalidInput(issues)
        case .service(let failure): self = .service(failure)
        }
    }
}
