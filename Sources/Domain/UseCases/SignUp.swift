/// Registers an account and signs its owner in.
public struct SignUp: Sendable {
    private let validator: any FormValidating
    private let service: any AccountService
    private let openSession: OpenSession
    private let hidesAccountExistence: Bool
    private let work: any WorkAdmitting

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - validator: Judges the form once more, whatever the screen said.
    ///   - service: Registers the account.
    ///   - sessions: Keeps the session for the next launch.
    ///   - dates: Tells when the session begins.
    ///   - policy: Says when it ends by itself.
    ///   - hidesAccountExistence: Whether nobody is told that an ID is taken. Every sign-up that the policy accepts then
    ///     ends with `SignUpError.outcomeHidden` and without a session, unless the service refuses the form or cannot do
    ///     its work. ``LocalAccountService`` does the work of one hash either way; whether a server takes as long for
    ///     both, and what it tells those who ask it without this package, is the server's matter.
    ///   - work: Admits the work, until the app is shut down.
    public init(
        validator: any FormValidating,
        service: any AccountService,
        sessions: any SessionRepository,
        dates: DateGenerator,
        policy: SessionPolicy = .untilSignOut,
        hidesAccountExistence: Bool = false,
        work: any WorkAdmitting = UnlimitedWork()
    ) {
        self.work = work
        self.validator = validator
        self.service = service
        openSession = OpenSession(service: service, sessions: sessions, dates: dates, policy: policy)
        self.hidesAccountExistence = hidesAccountExistence
    }

    /// Registers an account and signs its owner in.
    ///
    /// - Parameters:
    ///   - form: What was typed.
    ///   - remember: Whether the next launch restores the session.
    /// - Returns: The session that has begun.
    /// - Throws: `SignUpError.invalidInput` or `.duplicateAccount` where nothing was registered; `.sessionNotSaved`,
    ///   `.cancelledAfterRegistration` or `.registeredSignInRequired` where there is an account now; `.outcomeHidden`
    ///   where it is not said which of the two; `.failed` where the service or a store could not do its work, and
    ///   with `.cancelled` once the app is shut down.
    public func callAsFunction(_ form: AccountForm, remember: Bool = true) async throws(SignUpError) -> Session {
        guard work.begin() else { throw .failed(.cancelled) }
        defer { work.end() }
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
        let authentication: Authentication
        do {
            authentication = try await service.register(registration)
        } catch {
            throw hidesAccountExistence && error.tellsWhoHasID ? .outcomeHidden : SignUpError(error)
        }
        if hidesAccountExistence { throw .outcomeHidden }

        do {
            return try await openSession(for: authentication, remember: remember)
        } catch {
            throw SignUpError(error)
        }
    }
}
