/// Keeps accounts on this device: a repository and a password hasher behind the port that a server has too.
public struct LocalAccountAuthority: AccountAuthority {
    private let accounts: any AccountRepository
    private let hasher: any PasswordHasher
    private let dates: DateSource
    private let identifiers: IdentifierSource

    /// Creates an authority.
    ///
    /// - Parameters:
    ///   - accounts: Where accounts are kept.
    ///   - hasher: Makes and compares credentials.
    ///   - dates: Tells when an account is registered.
    ///   - identifiers: Makes access tokens.
    public init(
        accounts: any AccountRepository,
        hasher: any PasswordHasher,
        dates: DateSource,
        identifiers: IdentifierSource
    ) {
        self.accounts = accounts
        self.hasher = hasher
        self.dates = dates
        self.identifiers = identifiers
    }

    /// Stores a new account.
    ///
    /// Nobody asks first whether the ID is taken: the store decides it when the account is inserted, so that of two
    /// simultaneous registrations one wins.
    ///
    /// - Parameter registration: The wish to become an account.
    /// - Returns: A fresh token for the new account.
    /// - Throws: `RegistrationError`; nothing was stored then.
    public func register(_ registration: Registration) async throws(RegistrationError) -> Authentication {
        let credential: Credential
        do {
            credential = try await hasher.hash(registration.password)
        } catch {
            throw RegistrationError(error)
        }

        // Hashing takes its time; whoever has left meanwhile does not become an account.
        guard !Task.isCancelled else { throw .failed(.cancelled) }
        let account = Account(
            id: registration.id,
            profile: registration.profile,
            credential: credential,
            createdAt: dates.now
        )
        do {
            try await accounts.insert(account)
        } catch {
            throw RegistrationError(error)
        }
        return authentication(of: account)
    }

    /// Compares a password with the stored credential.
    ///
    /// - Parameters:
    ///   - id: The ID that was typed.
    ///   - password: The password that was typed.
    /// - Returns: A fresh token for the account.
    /// - Throws: `AuthenticationError`.
    public func authenticate(
        _ id: AccountID,
        password: Password
    ) async throws(AuthenticationError) -> Authentication {
        let account = try await find(id)
        let isVerified: Bool
        do {
            if let account {
                isVerified = try await hasher.verify(password, against: account.credential)
            } else {
                // An unknown ID costs one hash, as a known one does, so that the time tells nothing.
                _ = try await hasher.hash(password)
                isVerified = false
            }
        } catch {
            throw AuthenticationError(error)
        }

        guard isVerified, let account else { throw .invalidCredentials }
        // Comparing takes its time; whoever was withdrawn meanwhile is not let in.
        guard try await find(id)?.credential == account.credential else { throw .invalidCredentials }
        return authentication(of: account)
    }

    /// Tells whether the account of a session is still stored.
    ///
    /// - Parameter session: The session to look at.
    /// - Returns: Whether there is an account of that ID that was registered before the session began.
    /// - Throws: `AuthorityFailure.storage`.
    public func recognizes(_ session: Session) async throws(AuthorityFailure) -> Bool {
        do {
            guard let account = try await accounts.find(session.accountID) else { return false }
            return account.createdAt <= session.startedAt
        } catch {
            throw .storage(error)
        }
    }

    /// Deletes the stored account of a session; that of a later owner of the ID stays.
    ///
    /// - Parameter session: The session of the account's owner.
    /// - Throws: `AuthorityFailure.storage`; the account is still there then.
    public func withdraw(_ session: Session) async throws(AuthorityFailure) {
        guard try await recognizes(session) else { return }
        do {
            try await accounts.delete(session.accountID)
        } catch {
            throw .storage(error)
        }
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
            token: AccessToken(identifiers.next()),
            registeredAt: account.createdAt
        )
    }
}
