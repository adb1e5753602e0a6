#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Signs a user in with an ID and a password.
public struct SignIn: Sendable {
    private let validator: any FormValidating
    private let service: any AccountService
    private let openSession: OpenSession

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - validator: Judges the form once more, whatever the screen said.
    ///   - service: Authenticates the account's owner.
    ///   - sessions: Keeps the session for the next launch.
    ///   - dates: Tells when the session begins.
    ///   - policy: Says when it ends by itself.
    public init(
        validator: any FormValidating,
        service: any AccountService,
        sessions: any SessionRepository,
        dates: DateGenerator,
        policy: SessionPolicy = .untilSignOut
    ) {
        self.validator = validator
        self.service = service
        openSession = OpenSession(service: service, sessions: sessions, dates: dates, policy: policy)
    }

    /// Signs a user in.
    ///
    /// - Parameters:
    ///   - form: The submitted form.
    ///   - remember: Whether the next launch restores the session.
    /// - Returns: The session that has begun, and whether it could be stored.
    /// - Throws: ``SignInError``; the stored session is unchanged then.
    public func callAsFunction(_ form: AccountForm, remember: Bool = true) async throws(SignInError) -> OpenedSession {
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
            switch error {
            case .cancelled: throw .failed(.cancelled)
            case .accountDeleted: throw .invalidCredentials
            }
        }
    }
}

/// Why a sign-in failed.
public enum SignInError: Error, Hashable, Sendable {
    /// What was typed is not as it should be.
    case invalidInput([FieldIssue])

    /// The ID is unknown or the password is wrong; it does not say which.
    case invalidCredentials

    /// There were too many wrong passwords: nobody is let in before that time, or, without one, before somebody lifts
    /// the ban; it does not say whether there is such an account.
    case throttled(until: Date?)

    /// The account service could not do its work.
    case failed(AccountServiceFailure)

    init(_ error: AuthenticationError) {
        switch error {
        case .invalidCredentials: self = .invalidCredentials
        case .throttled(let until): self = .throttled(until: until)
        case .invalidInput(let issues): self = .invalidInput(issues)
        case .failed(let failure): self = .failed(failure)
        }
    }
}
