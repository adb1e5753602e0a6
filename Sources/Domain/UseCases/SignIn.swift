/// Signs somebody in with an ID and a password.
public struct SignIn: Sendable {
    private let validator: any FormValidating
    private let service: any AccountService
    private let openSession: OpenSession
    private let work: any WorkAdmitting

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - validator: Judges the form once more, whatever the screen said.
    ///   - service: Authenticates the account's owner.
    ///   - sessions: Keeps the session for the next launch.
    ///   - dates: Tells when the session begins.
    ///   - policy: Says when it ends by itself.
    ///   - work: Admits the work, until the app is shut down.
    public init(
        validator: any FormValidating,
        service: any AccountService,
        sessions: any SessionRepository,
        dates: DateGenerator,
        policy: SessionPolicy = .untilSignOut,
        work: any WorkAdmitting = UnlimitedWork()
    ) {
        self.work = work
        self.validator = validator
        self.service = service
        openSession = OpenSession(service: service, sessions: sessions, dates: dates, policy: policy)
    }

    /// Signs somebody in.
    ///
    /// - Parameters:
    ///   - form: What was typed.
    ///   - remember: Whether the next launch restores the session.
    /// - Returns: The session that has begun.
    /// - Throws: `SignInError.invalidInput`, `.invalidCredentials` or `.throttled` where nobody is let in; `.failed`
    ///   where the service or a store could not do its work, and with `.cancelled` once the app is shut down;
    ///   `.sessionNotSaved` with a session that the next launch will not know.
    public func callAsFunction(_ form: AccountForm, remember: Bool = true) async throws(SignInError) -> Session {
        guard work.begin() else { throw .failed(.cancelled) }
        defer { work.end() }
        let issues = validator.issues(in: form)
        guard issues.isEmpty else { throw .invalidInput(issues) }
        let id: AccountID
        do {
            id = try form.value(of: .id, AccountID.init)
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
            authentication = try await service.authenticate(id, password: Password(form[.password]))
        } catch {
            throw SignInError(error)
        }

        do {
            return try await openSession(for: authentication, remember: remember)
        } catch {
            throw SignInError(error)
        }
    }
}
