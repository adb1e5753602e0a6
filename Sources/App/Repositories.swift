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
    public var pendingOperations: any PendingOperationRepository

    /// The failed sign-ins.
    public var attempts: any AttemptRepository

    /// The security events.
    public var events: any SecurityEventRecorder

    /// The folder on whose files the repositories were created, or nil.
    private(set) var folder: StorageDirectory?

    /// Waits until what goes on in the background of the repositories has ended.
    private(set) var waitForBackgroundWork: @Sendable () async -> Void = {}

    /// Creates a set of repositories.
    ///
    /// - Parameters:
    ///   - accounts: The accounts.
    ///   - sessions: The session that the next launch restores.
    ///   - consents: The agreements to terms.
    ///   - pendingOperations: What was asked of a server and is not answered yet.
    ///   - attempts: The failed sign-ins; unless they are given, quitting the app forgets them.
    ///   - events: The security events; unless they are given, quitting the app forgets them.
    public init(
        accounts: any AccountRepository,
        sessions: any SessionRepository,
        consents: any ConsentRepository,
        pendingOperations: any PendingOperationRepository = InMemoryPendingOperationRepository(),
        attempts: any AttemptRepository = InMemoryAttemptRepository(),
        events: any SecurityEventRecorder = InMemorySecurityEvents()
    ) {
        self.accounts = accounts
        self.sessions = sessions
        self.consents = consents
        self.pendingOperations = pendingOperations
        self.attempts = attempts
        self.events = events
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
    /// - Parameters:
    ///   - storage: Where everything is kept.
    ///   - keepsEvents: Whether security events go to a file of the folder; in memory it makes no difference.
    public init(_ storage: AppConfiguration.Storage, keepsEvents: Bool = false) {
        switch storage {
        case .inMemory: self.init()
        case .folder(let path): self.init(folder: StorageDirectory(path: path), keepsEvents: keepsEvents)
        }
    }

    /// Creates repositories on the files of a folder.
    ///
    /// Nothing is read or written before it is needed.
    ///
    /// - Parameters:
    ///   - folder: The folder; it is made when something is written.
    ///   - keepsEvents: Whether security events go to a file there, where they outlast the accounts that they are
    ///     about.
    ///   - dates: Tells when the store of the accounts was recovered, which is a security event.
    public init(folder: StorageDirectory, keepsEvents: Bool = false, dates: DateGenerator = .system) {
        let events: any SecurityEventRecorder =
            keepsEvents ? FileSecurityEvents(folder: folder) : InMemorySecurityEvents()
        let accounts = ReportingAccountRepository(
            accounts: FileAccountRepository(folder: folder),
            events: events,
            dates: dates
        )
        self.init(
            accounts: accounts,
            sessions: FileSessionRepository(folder: folder),
            consents: FileConsentRepository(folder: folder),
            pendingOperations: FilePendingOperationRepository(folder: folder),
            attempts: FileAttemptRepository(folder: folder),
            events: events
        )
        self.folder = folder
        waitForBackgroundWork = { await accounts.waitForBackgroundWork() }
    }
}
