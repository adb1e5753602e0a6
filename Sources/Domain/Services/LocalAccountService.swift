/// Keeps accounts on this device: a repository and a password hasher behind the ports that a server has too.
public struct LocalAccountService: AccountService, PasswordChanging {
    private let accounts: any AccountRepository
    private let hasher: any PasswordHasher
    private let dates: DateGenerator
    private let identifiers: IDGenerator
    private let throttle: SignInThrottle?

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - accounts: Where accounts are kept.
    ///   - hasher: Makes and compares password hashes.
    ///   - dates: Tells when an account is registered.
    ///   - identifiers: Makes access tokens.
    ///   - throttle: Makes those wait who have given wrong passwords; nil lets everybody try without end.
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

    /// Stores a new account.
    ///
    /// Nobody asks first whether the ID is taken: the store decides it when the account is inserted, so that of two
    /// simultaneous registrations one wins.
    ///
    /// - Parameter registration: The wish to become an account.
    /// - Returns: An authentication with a fresh token for the new account.
    /// - Throws: `RegistrationError.duplicateAccount` where an account has that ID; `.invalidInput` where the hasher
    ///   does not take the password; `.failed` where the hasher or the repository could not do its work, and with
    ///   `.cancelled` where the task was cancelled. Nothing was stored then.
    public func register(_ registration: Registration) async throws(RegistrationError) -> RegistrationOutcome {
        let passwordHash: PasswordHash
        do {
            passwordHash = try await hasher.hash(registration.password)
        } catch {
            throw RegistrationError(error)
        }

        // Hashing takes its time; whoever has left meanwhile does not become an account.
        guard !Task.isCancelled else { throw .failed(.cancelled) }
        let account = Account(
            id: registration.id,
            profile: registration.profile,
            passwordHash: passwordHash,
            createdAt: dates.now
        )
        // Made before the store decides, so that a taken ID costs the same.
        let authentication = authentication(of: account)
        do {
            try await accounts.insert(account)
        } catch {
            throw RegistrationError(error)
        }
        return .authenticated(authentication)
    }

    /// Compares a password with the stored password hash.
    ///
    /// Whoever has given too many wrong passwords is refused before anything is looked at. A password hash that was made
    /// at less than the present cost is replaced when the password is right.
    ///
    /// - Parameters:
    ///   - id: The ID that was typed.
    ///   - password: The password that was typed.
    /// - Returns: A fresh token for the account.
    /// - Throws: `AuthenticationError.invalidCredentials` for an unknown ID and for a wrong password alike;
    ///   `.throttled` before anything is compared; `.invalidInput` where the hasher does not take the password;
    ///   `.failed` where the hasher or a repository could not do its work.
    public func authenticate(
        _ id: AccountID,
        password: Password
    ) async throws(AuthenticationError) -> Authentication {
        let account = try await verify(id, password: password)
        await renewPasswordHash(of: account, password: password)
        return authentication(of: account)
    }

    /// Puts a new password hash in the place of the old one.
    ///
    /// - Parameters:
    ///   - session: The session of the account's owner.
    ///   - current: The password so far.
    ///   - new: The password from now on.
    /// - Returns: A fresh token for the account.
    /// - Throws: `AuthenticationError.invalidCredentials` where the password so far is another one, or the account is
    ///   gone; `.throttled` before anything is compared; `.invalidInput` where the hasher does not take a password;
    ///   `.failed` where the hasher or a repository could not do its work, and with `.cancelled` where the task was
    ///   cancelled. The password hash is as it was then.
    public func changePassword(
        of session: Session,
        from current: Password,
        to new: Password
    ) async throws(AuthenticationError) -> Authentication {
        var account = try await verify(session.accountID, password: current)
        let passwordHash: PasswordHash
        do {
            passwordHash = try await hasher.hash(new)
        } catch {
            throw AuthenticationError(error)
        }

        while true {
            // Hashing takes its time; whoever has left meanwhile keeps the old password.
            guard !Task.isCancelled else { throw .failed(.cancelled) }
            let changed = try await replacePasswordHash(of: account, with: passwordHash)
            if changed.passwordHash == passwordHash { return authentication(of: changed) }
            // Either a sign-in has renewed the old password hash meanwhile, or the old password is no longer right: of two
            // changes at once one wins.
            account = try await compare(account.id, password: current)
        }
    }

    /// Tells whether the account of a session is still stored.
    ///
    /// - Parameter session: The session to look at.
    /// - Returns: Whether there is an account of that ID that was registered before the session began.
    /// - Throws: `AccountServiceFailure.storage` where the repository cannot tell.
    public func recognizes(_ session: Session) async throws(AccountServiceFailure) -> Bool {
        do {
            guard let account = try await accounts.find(session.accountID) else { return false }
            return session.began(with: account)
        } catch {
            throw .storage(error)
        }
    }

    /// Deletes the stored account of a session, and its failed sign-ins; that of a later owner of the ID stays.
    ///
    /// - Parameter session: The session of the account's owner.
    /// - Returns: Whether it was this call that deleted the account: of simultaneous ones, however many, one is told.
    /// - Throws: `AccountServiceFailure.storage`; the account is still there then.
    @discardableResult
    public func deleteAccount(of session: Session) async throws(AccountServiceFailure) -> Bool {
        guard try await recognizes(session) else { return false }
        do {
            try await throttle?.forget(session.accountID)
            // Between the look and this, the ID may have got another owner.
            return try await accounts.delete(session.accountID) { session.began(with: $0) }
        } catch {
            throw .storage(error)
        }
    }

    /// Finds the account of somebody who knows its password, and counts the attempt.
    private func verify(_ id: AccountID, password: Password) async throws(AuthenticationError) -> Account {
        try await throttle?.begin(id)
        do {
            let account = try await compare(id, password: password)
            await throttle?.succeed(id)
            return account
        } catch {
            switch error {
            // Whoever leaves before the answer has tried nevertheless, or trying would cost nothing.
            case .invalidCredentials, .throttled, .failed(.cancelled): break
            case .invalidInput, .failed: await throttle?.revert(id)
            }
            throw error
        }
    }

    private func compare(_ id: AccountID, password: Password) async throws(AuthenticationError) -> Account {
        let account = try await find(id)
        let isVerified: Bool
        do {
            if let account {
                isVerified = try await hasher.verify(password, against: account.passwordHash)
            } else {
                // An unknown ID costs what a wrong password does, so that the time tells nothing.
                try await hasher.refuse(password)
                isVerified = false
            }
        } catch {
            throw AuthenticationError(error)
        }

        guard isVerified, let account else { throw .invalidCredentials }
        // Comparing takes its time; whoever was deleted meanwhile is not let in.
        guard let present = try await find(id) else { throw .invalidCredentials }
        if present.passwordHash == account.passwordHash { return present }
        // Either another sign-in has renewed the password hash, or the password is no longer right.
        return try await compare(id, password: password)
    }

    /// Puts a password hash in the place of an account's, unless there is another one by now.
    ///
    /// - Returns: The account as it is stored now, with whichever password hash.
    private func replacePasswordHash(
        of account: Account,
        with passwordHash: PasswordHash
    ) async throws(AuthenticationError) -> Account {
        do {
            return try await accounts.update(account.id) { stored in
                if stored.passwordHash == account.passwordHash { stored.passwordHash = passwordHash }
            }
        } catch {
            switch error {
            case .notFound, .idChanged: throw .invalidCredentials
            case .storage(let error): throw .failed(.storage(error))
            }
        }
    }

    /// Hashes the password anew where the password hash is outdated.
    private func renewPasswordHash(of account: Account, password: Password) async {
        guard hasher.isOutdated(account.passwordHash) else { return }
        // The old password hash still does, and the next sign-in tries again: nobody is kept out by this.
        guard let passwordHash = try? await hasher.hash(password) else { return }
        _ = try? await replacePasswordHash(of: account, with: passwordHash)
    }

    private func find(_ id: AccountID) async throws(AuthenticationError) -> Account? {
        do {
            return try await accounts.find(id)
        } catch {
            throw .failed(.storage(error))
        }
    }

    private func authentication(of account: Account) -> Authentication {
        Authentication(
            accountID: account.id,
            profile: account.profile,
            token: AccessToken(issuedHere: identifiers.next()),
            registeredAt: account.createdAt
        )
    }
}

extension Session {
    /// Whether it is of this account, and not of an earlier owner of the ID.
    fileprivate func began(with account: Account) -> Bool { account.createdAt <= startedAt }
}
