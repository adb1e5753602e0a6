/// The result of a sign-up that did not fail.
public enum SignUpOutcome: Hashable, Sendable {
    /// The account is registered, and its owner is signed in.
    case signedIn(OpenedSession)

    /// The account is registered, and its owner has to sign in: the service begins no session at sign-up.
    case signInRequired

    /// The account is registered, but the task was cancelled before its session was stored.
    case signInCancelled

    /// The sign-up hides whether the account was registered or the ID was taken; a user who chose both the ID and the
    /// password can sign in now.
    case outcomeHidden

    /// The session that has begun, or nil where the owner has to sign in.
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
    ///   - validator: Judges the form once more, whatever the screen said.
    ///   - service: Registers the account.
    ///   - sessions: Keeps the session for the next launch.
    ///   - dates: Tells when the session begins.
    ///   - policy: Says when it ends by itself.
    ///   - hidesAccountExistence: Whether an accepted form always leads to ``SignUpOutcome/outcomeHidden``, so that
    ///     nobody learns which IDs are taken. ``LocalAccountService`` hashes once either way, so that the time tells
    ///     nothing either; a server has to see to that itself.
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
    /// - Returns: The session that has begun, or the reason why the owner has to sign in.
    /// - Throws: ``SignUpError``; nothing was registered then, as far as the service says.
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
            throw .failed(.storage(error))
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
            // The account is gone again, at the request of a user who knows the password.
            case .accountDeleted: throw .failed(.cancelled)
            }
        }
    }
}

/// Why a sign-up failed.
public enum SignUpError: Error, Hashable, Sendable {
    /// The form breaks the policy, or the service does not accept a text; nothing was registered.
    case invalidInput([FieldIssue])

    /// An account has that ID; nothing was registered.
    case duplicateAccount

    /// The account service could not do its work, and nothing was registered.
    ///
    /// A server may have registered the account all the same where its answer was lost or not awaited
    /// (`.remote(.outcomeUnknown)` and `.cancelled`), reported an internal failure (`.remote(.serverError)`), or could
    /// not be read (`.remote(.undecodable)`).
    case failed(AccountServiceFailure)

    init(_ error: RegistrationError) {
        switch error {
        case .duplicateAccount: self = .duplicateAccount
        case .invalidInput(let issues): self = .invalidInput(issues)
        case .failed(let failure): self = .failed(failure)
        }
    }
}
