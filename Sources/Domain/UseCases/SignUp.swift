/// The result of a sign-up that succeeded, at least in part.
public enum SignUpOutcome: Hashable, Sendable {
    /// The account is registered, and its owner is signed in.
    case signedIn(OpenedSession)

    /// The account is registered, and its owner has to sign in: the service starts no session at sign-up.
    case signInRequired

    /// The account is registered, but the task was cancelled before its session was stored.
    case signInCancelled

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
    private let hidesAccountExistence: Bool

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - validator: Validates the submitted form, independently of the screen.
    ///   - service: Registers the account.
    ///   - sessions: The store of the session.
    ///   - dates: The clock.
    ///   - policy: The lifetime of sessions.
    ///   - hidesAccountExistence: Whether a valid form always results in ``SignUpOutcome/outcomeHidden``, so that the
    ///     sign-up does not reveal taken IDs. ``LocalAccountService`` takes the same time either way; a server has to
    ///     ensure that itself.
    public init(
        validator: any FormValidating,
        service: any AccountService,
        sessions: any SessionRepository,
        dates: DateGenerator,
        policy: SessionPolicy = .untilSignOut,
        hidesAccountExistence: Bool = false
    ) {
        self.validator = validator
        self.service = service
        openSession = OpenSession(service: service, sessions: sessions, dates: dates, policy: policy)
        self.hidesAccountExistence = hidesAccountExistence
    }

    /// Registers an account and signs its owner in.
    ///
    /// - Parameters:
    ///   - form: The submitted form.
    ///   - remember: Whether the next launch restores the session.
    /// - Returns: The new session, or the reason why the user has to sign in.
    /// - Throws: ``SignUpError``; in that case, there is no new account, as far as the service knows.
    public func callAsFunction(_ form: AccountForm, remember: Bool = true) async throws(SignUpError) -> SignUpOutcome {
        let issues = validator.issues(in: form)
        guard issues.isEmpty else { throw .invalidInput(issues) }
        let registration: Registration
        do {
            registration = try Registration(form)
        } catch {
            throw .invalidInput([error])
        }

        do {
            try await openSession.checkStore()
        } catch {
            throw .service(.storage(error))
        }
        let outcome: RegistrationOutcome
        do {
            outcome = try await service.register(registration)
        } catch {
            if hidesAccountExistence, error == .duplicateAccount { return .outcomeHidden }
            throw SignUpError(error)
        }
        if hidesAccountExistence { return .outcomeHidden }
        guard case .authenticated(let authentication) = outcome else { return .signInRequired }

        do {
            return .signedIn(try await openSession(for: authentication, remember: remember))
        } catch {
            switch error {
            case .cancelled: return .signInCancelled
            case .accountDeleted: throw .accountDeleted
            }
        }
    }
}

/// The reason why a sign-up failed.
public enum SignUpError: Error, Hashable, Sendable {
    /// The form is not valid, or the service does not accept a text; nothing was registered.
    case invalidInput([FieldIssue])

    /// The ID is taken; nothing was registered.
    case duplicateAccount

    /// The account was registered, and a user who knows the password deleted it before its session started.
    case accountDeleted

    /// The account service or the store of the session failed, and nothing was registered, unless the failure
    /// ``AccountServiceFailure/leavesOutcomeUnknown``.
    case service(AccountServiceFailure)

    init(_ error: RegistrationError) {
        switch error {
        case .duplicateAccount: self = .duplicateAccount
        case .invalidInput(let issues): self = .invalidInput(issues)
        case .service(let failure): self = .service(failure)
        }
    }
}
