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

    /// What was asked of a server and is not answered yet.
    public var intents: any IntentRepository

    /// Creates a set of repositories.
    ///
    /// - Parameters:
    ///   - accounts: The accounts.
    ///   - sessions: The session that the next launch restores.
    ///   - consents: The agreements to terms.
    ///   - intents: What was asked of a server and is not answered yet.
    public init(
        accounts: any AccountRepository,
        sessions: any SessionRepository,
        consents: any ConsentRepository,
        intents: any IntentRepository = InMemoryIntentRepository()
    ) {
        self.accounts = accounts
        self.sessions = sessions
        self.consents = consents
        self.intents = intents
    }

    /// Creates empty repositories that live as long as they are held.
    public init() {
        self.init(
            accounts: InMemoryAccountRepository(),
            sessions: InMemorySessionRepository(),
            consents: InMemoryConsentRepository()
        )
    }

    /// Creates the repositories that a configuration asks for.
    ///
    /// - Parameter storage: Where everything is kept.
    public init(_ storage: AppConfiguration.Storage) {
        switch storage {
        case .inMemory: self.init()
        case .folder(let path): self.init(folder: StoreFolder(path: path))
        }
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
            intents: FileIntentRepository(folder: folder)
        )
    }
}
