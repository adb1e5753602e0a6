/// Registers, authenticates, recognizes and deletes accounts.
///
/// There are two of them: ``LocalAccountService`` over a repository and a hasher, and the remote one over HTTP. Use
/// cases do not know which they talk to.
public protocol AccountService: Sendable {
    /// Makes an account out of a registration and signs its owner in.
    ///
    /// - Parameter registration: The wish to become an account.
    /// - Returns: The authentication that begins a session, or the fact that the owner has to sign in.
    /// - Throws: `RegistrationError.duplicateAccount` or `.invalidInput` where nothing was registered; `.failed` where
    ///   the service could not do its work. Nothing was registered then, but after `.remote(.outcomeUnknown)` this is
    ///   unknown, and so it is after `.cancelled` where a server was asked.
    func register(_ registration: Registration) async throws(RegistrationError) -> RegistrationOutcome

    /// Tells whether somebody is who they say.
    ///
    /// An unknown ID and a wrong password are one error and take the same time.
    ///
    /// - Parameters:
    ///   - id: The ID that was typed.
    ///   - password: The password that was typed.
    /// - Returns: The proof that a session begins with.
    /// - Throws: `AuthenticationError.invalidCredentials` where the ID is unknown or the password another one;
    ///   `.throttled` after too many wrong ones; `.invalidInput` where the service does not take what was typed;
    ///   `.failed` where it could not do its work.
    func authenticate(_ id: AccountID, password: Password) async throws(AuthenticationError) -> Authentication

    /// Tells whether a session is still of an account, and not of a deleted one, its ID perhaps registered anew.
    ///
    /// - Parameter session: The session to look at.
    /// - Returns: False only where the service is sure.
    /// - Throws: `AccountServiceFailure.storage`, `.remote` or another case where the service could not look.
    func recognizes(_ session: Session) async throws(AccountServiceFailure) -> Bool

    /// Deletes the account of a session; it is no error if there is none any more, and an account that was registered
    /// after the session began is another one and stays.
    ///
    /// - Parameter session: The session of the account's owner.
    /// - Returns: Whether it was this call that deleted the account, as far as the service can tell.
    /// - Throws: `AccountServiceFailure.storage`, `.remote` or another case where the account may still be there.
    @discardableResult
    func deleteAccount(of session: Session) async throws(AccountServiceFailure) -> Bool
}

/// The result of a registration.
public enum RegistrationOutcome: Hashable, Sendable {
    /// The account is registered, and its owner is signed in.
    case authenticated(Authentication)

    /// The account is registered, and its owner has to sign in.
    case signInRequired

    /// The authentication that begins a session, or nil where the owner has to sign in.
    public var authentication: Authentication? {
        if case .authenticated(let authentication) = self { authentication } else { nil }
    }
}

/// Changes passwords: what an ``AccountService`` can do besides.
public protocol PasswordChanging: Sendable {
    /// Changes the password of an account, and ends every session that its service knows of.
    ///
    /// - Parameters:
    ///   - session: The session of the account's owner.
    ///   - current: The password so far.
    ///   - new: The password from now on.
    /// - Returns: The proof that a new session begins with.
    /// - Throws: `AuthenticationError.invalidCredentials` where the password so far is another one; `.throttled`;
    ///   `.invalidInput` where the service does not take the new one; `.failed`. The password is as it was then.
    func changePassword(
        of session: Session,
        from current: Password,
        to new: Password
    ) async throws(AuthenticationError) -> Authentication
}

/// Asks who a session belongs to, as far as the account service knows.
public protocol SessionVerifying: Sendable {
    /// Asks whose token it is that a session has.
    ///
    /// - Parameter session: The session.
    /// - Returns: What the service knows about the owner.
    /// - Throws: `AccountServiceFailure.remote(.tokenRefused)` where the session is over; `.remote` with another failure, or
    ///   `.cancelled`, where nobody could tell.
    func owner(of session: Session) async throws(AccountServiceFailure) -> AccountOwner
}

/// Whose account it is, as an account service tells it.
public struct AccountOwner: Hashable, Sendable {
    /// The account, spelt as it was registered.
    public let accountID: AccountID

    /// What the service knows about the owner.
    public let profile: Profile

    /// Creates an owner.
    ///
    /// - Parameters:
    ///   - accountID: The account, spelt as it was registered.
    ///   - profile: What the service knows about the owner.
    public init(accountID: AccountID, profile: Profile = Profile()) {
        self.accountID = accountID
        self.profile = profile
    }
}
