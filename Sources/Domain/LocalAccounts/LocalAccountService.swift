/// An account service on this device, which uses a repository and a password hasher.
///
/// A sign-in replaces a password hash of a lower cost than new ones have. A deletion also forgets the failed sign-ins.
/// `.invalidInput` means that the hasher does not accept the password.
public struct LocalAccountService: AccountService, PasswordChanging, ProfileUpdating {
    let accounts: any AccountRepository
    let hasher: any PasswordHasher
    let dates: DateGenerator
    let identifiers: IDGenerator
    private let throttle: SignInThrottle?
    let challenges = PendingChallenges()

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - accounts: The store of the accounts.
    ///   - hasher: Hashes and compares passwords.
    ///   - dates: The clock.
    ///   - identifiers: Makes access tokens and the identities of registrations.
    ///   - throttle: Throttles repeated wrong passwords; nil allows any number.
    public init(
        accounts: any AccountRepository,
        hasher: any PasswordHasher,
        dates: DateGenerator,
        identifiers: IDGenerator,
        throttle: SignInThrottle? = nil
    ) {
        self.accounts = accounts
        self.hasher = hasher
        self.dates = dates
        self.identifiers = identifiers
        self.throttle = throttle
    }

    public func register(_ registration: Registration) async throws(RegistrationError) -> RegistrationOutcome {
        let passwordHash: PasswordHash
        do {
            passwordHash = try await hasher.hash(registration.password)
        } catch {
            throw RegistrationError(error)
        }

        // The task may have been cancelled while the password was hashed.
        guard !Task.isCancelled else { throw .service(.cancelled) }
        let account = Account(
            id: registration.id,
            registrationID: RegistrationID(identifiers),
            profile: registration.profile,
            passwordHash: passwordHash,
            createdAt: dates.now
        )
        // This comes before the insertion, so that a taken ID takes the same time.
        let authentication = authentication(of: account)
        // The store decides whether the ID is taken, so one of two simultaneous registrations succeeds.
        do {
            try await accounts.insert(account)
        } catch {
            throw RegistrationError(error)
        }
        return .authenticated(authentication)
    }

    public func authenticate(
        _ id: AccountID,
        password: Password
    ) async throws(AuthenticationError) -> AuthenticationOutcome {
        let verified = try await verify(id, password: password)
        let account = await renewPasswordHash(of: verified, password: password)
        guard account.totp?.isOn == true else { return .authenticated(authentication(of: account)) }
        return .challenge(challenges.begin(account, ChallengeID(identifiers.next()), at: dates.now))
    }

    public func changePassword(
        of session: Session,
        from current: Password,
        to new: Password
    ) async throws(AuthenticationError) -> Authentication {
        var account: Account
        do throws(AuthenticationError) {
            account = try await verify(session.accountID, password: current)
        } catch .invalidInput {
            // An issue would be about the new password.
            throw .invalidCredentials
        }
        guard session.belongs(to: account) else { throw .invalidCredentials }
        let passwordHash = try await hash(new)

        while true {
            // The task may have been cancelled while the new password was hashed.
            guard !Task.isCancelled else { throw .service(.cancelled) }
            let changed = try await replacePasswordHash(of: account, with: passwordHash)
            if changed.passwordHash == passwordHash { return authentication(of: changed) }
            // Another task has replaced the hash: a sign-in that has hashed the old password again, or another change of
            // the password, which wins.
            account = try await compare(account.id, password: current)
        }
    }

    public var updatableFields: [AccountField] { Profile.fields.map(\.field) }

    public func owner(of session: Session) async throws(AccountServiceFailure) -> AccountOwner {
        guard let account = try await self.account(of: session) else { throw .tokenRefused }
        return AccountOwner(accountID: account.id, profile: account.profile, createdAt: account.createdAt)
    }

    public func updateProfile(of session: Session, _ edit: ProfileEdit) async throws(UpdateProfileError) -> Profile {
        let account: Account
        do {
            account = try await accounts.update(session.accountID) { account in
                // The result shows a conflict, and the account stays as it is.
                guard session.belongs(to: account), let merged = try? edit.applied(to: account.profile) else { return }
                account.profile = merged
            }
        } catch {
            switch error {
            case .notFound, .idChanged: throw .sessionEnded
            case .storage(let error): throw .service(.storage(error))
            }
        }
        guard session.belongs(to: account) else { throw .sessionEnded }
        do {
            return try edit.applied(to: account.profile)
        } catch {
            throw .conflict(error)
        }
    }

    public func recognizes(_ session: Session) async throws(AccountServiceFailure) -> Bool {
        try await account(of: session) != nil
    }

    /// Returns the account of a session; nil if it was deleted, even if its ID has another owner.
    func account(of session: Session) async throws(AccountServiceFailure) -> Account? {
        do {
            return try await accounts.find(session.accountID).flatMap { session.belongs(to: $0) ? $0 : nil }
        } catch {
            throw .storage(error)
        }
    }

    @discardableResult
    public func deleteAccount(of session: Session) async throws(AccountServiceFailure) -> Bool {
        guard try await recognizes(session) else { return false }
        do {
            try await throttle?.forget(session.accountID)
            // The ID may have another owner since the check.
            return try await accounts.delete(session.accountID) { session.belongs(to: $0) }
        } catch {
            throw .storage(error)
        }
    }

    /// Returns the account if the password is correct, and counts the attempt.
    ///
    /// The failures of an account with a second factor stay, because the password alone would otherwise allow any number
    /// of wrong codes.
    func verify(_ id: AccountID, password: Password) async throws(AuthenticationError) -> Account {
        try await counting(id, endsFailures: { $0.totp?.isOn != true }) { () async throws(AuthenticationError) in
            try await compare(id, password: password)
        }
    }

    /// Makes an attempt to prove the identity of an account owner, and counts it unless it succeeds; a throttled one is
    /// rejected before anything is read.
    func counting<Value, Failure: AttemptError>(
        _ id: AccountID,
        endsFailures: (Value) -> Bool = { _ in true },
        _ attempt: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await Failure.mapping { () async throws(AuthenticationError) in try await throttle?.begin(id) }
        do {
            let value = try await attempt()
            if endsFailures(value) { await throttle?.succeed(id) } else { await throttle?.proceed(id) }
            return value
        } catch {
            if !error.counts { await throttle?.revert(id) }
            throw error
        }
    }

    func compare(_ id: AccountID, password: Password) async throws(AuthenticationError) -> Account {
        let account = try await find(id)
        let isVerified = try await matches(password, account?.passwordHash)
        guard isVerified, let account else { throw .invalidCredentials }
        // The account may have been deleted while the password was compared.
        guard let present = try await find(id) else { throw .invalidCredentials }
        if present.passwordHash == account.passwordHash { return present }
        // Another sign-in has replaced the hash, or the password was changed.
        return try await compare(id, password: password)
    }

    /// Returns whether a password has a hash; without one, such as for an unknown ID, it takes the same time.
    func matches(_ password: Password, _ passwordHash: PasswordHash?) async throws(AuthenticationError) -> Bool {
        do {
            if let passwordHash { return try await hasher.verify(password, against: passwordHash) }
            try await hasher.simulateVerification(of: password)
            return false
        } catch {
            throw AuthenticationError(error)
        }
    }

    /// Replaces the password hash of an account, unless it has changed, and returns the account with either hash.
    private func replacePasswordHash(
        of account: Account,
        with passwordHash: PasswordHash
    ) async throws(AuthenticationError) -> Account {
        try await update(account) { stored in
            if stored.passwordHash == account.passwordHash { stored.passwordHash = passwordHash }
        }
    }

    /// Hashes the password again if the password hash is outdated, and returns the account with either hash.
    private func renewPasswordHash(of account: Account, password: Password) async -> Account {
        guard hasher.isOutdated(account.passwordHash) else { return account }
        // The old password hash remains valid, and the next sign-in tries again.
        guard let passwordHash = try? await hasher.hash(password),
            let renewed = try? await replacePasswordHash(of: account, with: passwordHash),
            renewed.passwordHash == passwordHash
        else { return account }
        return renewed
    }

    func find(_ id: AccountID) async throws(AuthenticationError) -> Account? {
        do {
            return try await accounts.find(id)
        } catch {
            throw .service(.storage(error))
        }
    }

    func authentication(of account: Account) -> Authentication {
        Authentication(
            accountID: account.id,
            registrationID: account.registrationID,
            profile: account.profile,
            tokens: TokenSet(AccessToken(issuedHere: identifiers.next()))
        )
    }
}

extension Session {
    /// Returns whether the session belongs to an account, and not to another owner of its ID.
    func belongs(to account: Account) -> Bool { account.registrationID == registrationID }
}

/// The reason why an attempt to prove the identity of an account owner failed.
protocol AttemptError: Error {
    /// Whether the attempt counts as a failure; a cancelled one does, because cancelling would otherwise allow any number
    /// of attempts.
    var counts: Bool { get }

    init(_ error: AuthenticationError)
}

extension AttemptError {
    /// Returns the value of an operation, or throws its error as one of this type.
    static func mapping<Value>(
        _ operation: () async throws(AuthenticationError) -> Value
    ) async throws(Self) -> Value {
        do {
            return try await operation()
        } catch {
            throw Self(error)
        }
    }
}

extension AuthenticationError: AttemptError {
    init(_ error: AuthenticationError) { self = error }

    var counts: Bool {
        switch self {
        case .invalidCredentials, .throttled, .service(.cancelled): true
        case .invalidInput, .service: false
        }
    }
}
