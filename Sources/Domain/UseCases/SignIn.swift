/// A use case that signs a user in with an ID and a password.
public struct SignIn: Sendable {
    private let validator: any FormValidating
    private let service: any AccountService
    private let openSession: OpenSession
    private let review: ReviewTerms?
    private let confirmations: PendingConfirmations?

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - validator: Validates the submitted form, independently of the screen.
    ///   - service: Authenticates the account owner.
    ///   - sessions: The session of the user.
    ///   - review: Finds the terms that users must agree to; nil if there are none.
    ///   - operations: The store of addresses to be confirmed; nil if a later launch need not know them.
    public init(
        validator: any FormValidating,
        service: any AccountService,
        sessions: CurrentSession,
        review: ReviewTerms? = nil,
        operations: (any PendingOperationRepository)? = nil
    ) {
        self.validator = validator
        self.service = service
        self.review = review
        confirmations = operations.map { PendingConfirmations(operations: $0) }
        openSession = OpenSession(service: service, sessions: sessions, review: review)
    }

    /// Signs a user in.
    ///
    /// No session starts while an agreement is missing, and no password is checked while no account on this device has
    /// agreed. The agreement of the account is checked after its password, because it would reveal which IDs have agreed.
    /// It is stored before the session. A cancellation has no effect once the session is being stored.
    ///
    /// - Parameters:
    ///   - form: The submitted form.
    ///   - documents: The documents to which the user agrees with the sign-in.
    ///   - remember: Whether the next launch restores the session.
    /// - Returns: The new session, and whether it could be stored; or a step for ``AnswerChallenge``.
    /// - Throws: ``SignInError``; in that case, the stored session is unchanged.
    public func callAsFunction(
        _ form: AccountForm,
        agreeingTo documents: [ConsentDocument] = [],
        remember: Bool = true
    ) async throws(SignInError) -> SignInStep {
        let issues = validator.issues(in: form)
        guard issues.isEmpty else { throw .invalidInput(issues) }
        let id: AccountID
        do {
            id = try form.id()
        } catch {
            throw .invalidInput([error])
        }

        let missing: [ConsentDocument]
        let isFull: Bool
        do {
            isFull = try await openSession.isFull(for: id)
            missing = try await review?.missingHere(agreeingTo: documents) ?? []
        } catch {
            throw .service(.storage(error))
        }
        guard !isFull else { throw .tooManyAccounts }
        guard missing.isEmpty else { throw .termsRequired(missing) }
        let outcome: AuthenticationOutcome
        do {
            outcome = try await service.authenticate(id, password: Password(form[.password]))
        } catch {
            throw SignInError(error)
        }

        do {
            switch outcome {
            case .authenticated(let authentication):
                return .done(try await openSession(for: authentication, agreeingTo: documents, remember: remember))
            case .challenge(let challenge):
                await confirmations?.store(challenge)
                return .challenge(challenge)
            }
        } catch {
            switch error {
            // Only a session that takes the place of another one finds that one ended.
            case .cancelled, .ended: throw .service(.cancelled)
            case .accountDeleted: throw .invalidCredentials
            case .termsRequired(let missing): throw .termsRequired(missing)
            case .agreementNotSaved(let error): throw .service(.storage(error))
            case .full: throw .tooManyAccounts
            }
        }
    }
}

/// The result of a sign-in with a correct password.
public enum SignInStep: Hashable, Sendable {
    /// The user is signed in.
    case done(OpenedSession)

    /// The user has to complete a step first; no session has started.
    case challenge(Challenge)
}

/// The reason why a sign-in failed.
public enum SignInError: Error, Hashable, Sendable {
    /// The form is not valid.
    case invalidInput([FieldIssue])

    /// The ID is unknown or the password is incorrect; the error does not reveal which.
    case invalidCredentials

    /// After repeated wrong passwords, sign-ins are rejected.
    ///
    /// This does not reveal whether the account exists.
    case throttled(Throttling)

    /// The account has not agreed to these documents in their current versions; no session has started.
    case termsRequired([ConsentDocument])

    /// ``StoredSessions/limit`` other accounts are signed in on this device; no session has started.
    case tooManyAccounts

    /// The account service, the store of the session or the store of the consents failed.
    case service(AccountServiceFailure)

    init(_ error: AuthenticationError) {
        switch error {
        case .invalidCredentials: self = .invalidCredentials
        case .throttled(let throttling): self = .throttled(throttling)
        case .invalidInput(let issues): self = .invalidInput(issues)
        case .service(let failure): self = .service(failure)
        }
    }
}
