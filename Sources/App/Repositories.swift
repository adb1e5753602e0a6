public import Domain
public import Persistence

/// The stores of an app.
public struct Repositories: Sendable {
    /// The accounts.
    public var accounts: any AccountRepository

    /// The remembered session.
    public var sessions: any SessionRepository

    /// The agreements to terms.
    public var consents: any ConsentRepository

    /// The requests to a server without a definitive response.
    public var pendingOperations: any PendingOperationRepository

    /// The failed sign-ins.
    public var attempts: any AttemptRepository

    /// Moves aside what cannot be read.
    public var quarantine: any StoreQuarantine

    /// The security events.
    public var events: any SecurityEventRecorder

    /// The folder of the repositories, or nil if they are in memory or the app's own.
    private(set) var folder: StorageDirectory?

    /// The database of the accounts, or nil if they are in files, in memory or the app's own; in the folder are only
    /// the sessions then.
    private(set) var database: PostgreSQLDatabase?

    /// Waits until the background work of the repositories has ended, and closes their connections.
    private(set) var waitForBackgroundWork: @Sendable () async -> Void = {}

    /// Creates a set of repositories.
    ///
    /// - Parameters:
    ///   - accounts: The accounts.
    ///   - sessions: The remembered session.
    ///   - consents: The agreements to terms.
    ///   - pendingOperations: The requests to a server without a definitive response; in memory by default.
    ///   - attempts: The failed sign-ins; in memory by default.
    ///   - quarantine: Moves aside what cannot be read; nothing by default.
    ///   - events: The security events; in memory by default.
    public init(
        accounts: any AccountRepository,
        sessions: any SessionRepository,
        consents: any ConsentRepository,
        pendingOperations: any PendingOperationRepository = InMemoryPendingOperationRepository(),
        attempts: any AttemptRepository = InMemoryAttemptRepository(),
        quarantine: any StoreQuarantine = InMemoryStoreQuarantine(),
        events: any SecurityEventRecorder = InMemorySecurityEvents()
    ) {
        self.accounts = accounts
        self.sessions = sessions
        self.consents = consents
        self.pendingOperations = pendingOperations
        self.attempts = attempts
        self.quarantine = quarantine
        self.events = events
    }

    /// Creates empty repositories in memory.
    public init() {
        self.init(
            accounts: InMemoryAccountRepository(),
            sessions: InMemorySessionRepository(),
            consents: InMemoryConsentRepository()
        )
    }

    /// Creates the repositories of a configuration, without accessing them.
    ///
    /// - Parameter configuration: The configuration.
    public init(_ configuration: AppConfiguration) {
        self.init(
            configuration.storage,
            mayCompact: configuration.mayCompact,
            keepsEvents: configuration.keepsSecurityEvents
        )
        #if canImport(Security)
        guard folder != nil, case .keychain(var options) = configuration.sessionStorage else { return }
        if case .remote(let backend) = configuration.backend { options.service += " " + backend.server }
        let keychain = KeychainSessionRepository(options)
        sessions = keychain
        quarantine = SplitStoreQuarantine(sessions: keychain, others: quarantine)
        #endif
    }

    /// Creates the repositories of a place, with sessions in a file if it has a folder.
    ///
    /// - Parameters:
    ///   - storage: The place of the stores.
    ///   - mayCompact: Whether the file of the accounts may be compacted after a change; ignored without one.
    ///   - keepsEvents: Whether security events are stored in a file of the folder or in the database; ignored in memory.
    public init(
        _ storage: AppConfiguration.Storage,
        mayCompact: @escaping @Sendable () -> Bool = { true },
        keepsEvents: Bool = false
    ) {
        switch storage {
        case .inMemory: self.init()
        case .folder(let path):
            self.init(folder: StorageDirectory(path: path), mayCompact: mayCompact, keepsEvents: keepsEvents)
        case .postgreSQL(let connection, let sessions):
            let database = PostgreSQLDatabase(connection.revealed)
            self.init(database: database, sessions: sessions, keepsEvents: keepsEvents)
        }
    }

    /// Creates repositories in a PostgreSQL database, without connecting to it.
    ///
    /// - Parameters:
    ///   - database: The database, such as one with another number of connections; the shutdown of the app closes it.
    ///   - sessions: The place of the sessions.
    ///   - keepsEvents: Whether security events are stored in the database, where they remain when accounts are deleted.
    public init(
        database: PostgreSQLDatabase,
        sessions: AppConfiguration.DeviceStorage,
        keepsEvents: Bool = false
    ) {
        let events: any SecurityEventRecorder =
            keepsEvents ? PostgreSQLSecurityEvents(database) : InMemorySecurityEvents()
        let device = Repositories(sessions)
        self.init(
            accounts: PostgreSQLAccountRepository(database),
            sessions: device.sessions,
            consents: PostgreSQLConsentRepository(database),
            pendingOperations: PostgreSQLPendingOperationRepository(database),
            attempts: PostgreSQLAttemptRepository(database),
            // What a database cannot read is for its administrator.
            quarantine: SplitStoreQuarantine(sessions: device.quarantine, others: InMemoryStoreQuarantine()),
            events: events
        )
        self.database = database
        folder = device.folder
        waitForBackgroundWork = { database.close() }
    }

    /// Creates the repositories of a place on this device.
    private init(_ storage: AppConfiguration.DeviceStorage) {
        switch storage {
        case .inMemory: self.init()
        case .folder(let path): self.init(folder: StorageDirectory(path: path))
        }
    }

    /// Creates repositories in a folder, without accessing it.
    ///
    /// - Parameters:
    ///   - folder: The folder, which is created at the first write.
    ///   - mayCompact: Whether the file of the accounts may be compacted after a change.
    ///   - keepsEvents: Whether security events are stored in a file of the folder, where they remain when accounts are
    ///     deleted.
    ///   - dates: The clock, for the security event that a store was recovered.
    public init(
        folder: StorageDirectory,
        mayCompact: @escaping @Sendable () -> Bool = { true },
        keepsEvents: Bool = false,
        dates: DateGenerator = .system
    ) {
        let events: any SecurityEventRecorder =
            keepsEvents ? FileSecurityEvents(folder: folder) : InMemorySecurityEvents()
        let accounts = RecoveryReportingAccountRepository(
            accounts: FileAccountRepository(folder: folder, mayCompact: mayCompact),
            events: events,
            dates: dates
        )
        self.init(
            accounts: accounts,
            sessions: FileSessionRepository(folder: folder),
            consents: FileConsentRepository(folder: folder),
            pendingOperations: FilePendingOperationRepository(folder: folder),
            attempts: FileAttemptRepository(folder: folder),
            quarantine: FileStoreQuarantine(folder: folder),
            events: events
        )
        self.folder = folder
        waitForBackgroundWork = { await accounts.waitForBackgroundWork() }
    }
}
