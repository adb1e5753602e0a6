public import Domain
public import Persistence

/// Where an app keeps what must outlive it: the boundaries of the composition.
public struct Repositories: Sendable {
    /// The accounts.
    public var accounts: any AccountRepository

    /// The session that the next launch restores.
    public var sessions: any SessionRepository

    /// The agreements to terms.
    public var consents: any ConsentRepository

    /// The failed sign-ins.
    public var attempts: any AttemptRepository

    /// Creates a set of repositories.
    ///
    /// - Parameters:
    ///   - accounts: The accounts.
    ///   - sessions: The session that the next launch restores.
    ///   - consents: The agreements to terms.
    ///   - attempts: The failed sign-ins; unless they are given, quitting the app forgets them.
    public init(
        accounts: any AccountRepository,
        sessions: any SessionRepository,
        consents: any ConsentRepository,
        attempts: any AttemptRepository = InMemoryAttemptRepository()
    ) {
        self.accounts = accounts
        self.sessions = sessions
        self.consents = consents
        self.attempts = attempts
    }

    /// Creates empty repositories that live as long as they are held.
    public init() {
        self.init(
            accounts: InMemoryAccountRepository(),
            sessions: InMemorySessionRepository(),
            consents: InMemoryConsentRepository()
        )
    }

    /// Creates repositories on the files of a folder.
    ///
    /// Nothing is read or written before it is needed.
    ///
    /// - Parameter folder: The folder; it is made when something is written.
    public init(folder: StoreFolder) {
        self.init(
            accounts: FileAccountRepository(folder: folder),
            sessions: FileSessionRepository(folder: folder),
            consents: FileConsentRepository(folder: folder),
            attempts: FileAttemptRepository(folder: folder)
        )
    }
}
