public import Domain
import Persistence

/// A session repository that forwards to another one, logs each call, and can fail or wait before and after it.
public final class SessionRepositorySpy {
    private let repository: any SessionRepository
    private let log: MessageLog<PortCall>
    private let before: @Sendable (PortCall) async throws(StorageError) -> Void
    private let after: @Sendable (PortCall) async throws(StorageError) -> Void

    /// Creates a spy.
    ///
    /// - Parameters:
    ///   - repository: The repository that does the work.
    ///   - log: The log of calls.
    ///   - before: Runs before each call is forwarded; an error that it throws ends the call.
    ///   - after: Runs after each call that succeeded; an error that it throws replaces the result.
    public init(
        wrapping repository: any SessionRepository,
        log: MessageLog<PortCall> = MessageLog(),
        before: @escaping @Sendable (PortCall) async throws(StorageError) -> Void = { _ in },
        after: @escaping @Sendable (PortCall) async throws(StorageError) -> Void = { _ in }
    ) {
        self.repository = repository
        self.log = log
        self.before = before
        self.after = after
    }

    /// Creates a spy of sessions in memory.
    ///
    /// - Parameters:
    ///   - log: The log of calls.
    ///   - load: The active session, or the error of each load and of each change.
    ///   - update: The error of each change, if any.
    ///   - clear: The error of each removal of all sessions, if any.
    ///   - beforeAnswering: Runs before each call returns.
    public convenience init(
        log: MessageLog<PortCall> = MessageLog(),
        load: Result<Session?, StorageError> = .success(nil),
        update: Result<Void, StorageError> = .success(()),
        clear: Result<Void, StorageError> = .success(()),
        beforeAnswering: @escaping @Sendable () async -> Void = {}
    ) {
        // A store that cannot be read begins empty.
        self.init(wrapping: InMemorySessionRepository(try? load.get()), log: log) { call throws(StorageError) in
            await beforeAnswering()
            switch call {
            case .clearSessions: try clear.get()
            case .loadSessions: _ = try load.get()
            default:
                _ = try load.get()
                try update.get()
            }
        }
    }

    private func forward<Value: Sendable>(
        _ call: PortCall,
        _ work: () async throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        log.append(call)
        try await before(call)
        let value = try await work()
        try await after(call)
        return value
    }
}

extension SessionRepositorySpy: SessionRepository {
    public func load() async throws(StorageError) -> StoredSessions {
        try await forward(.loadSessions) { () async throws(StorageError) in try await repository.load() }
    }

    @discardableResult
    public func update<Value: Sendable>(
        _ change: @escaping @Sendable (inout StoredSessions) -> Value
    ) async throws(StorageError) -> Value {
        // The log has the result before it is stored. A repository that cannot be read cannot be changed either.
        var changed = (try? await repository.load()) ?? StoredSessions()
        _ = change(&changed)
        return try await forward(.changeSessions(changed)) { () async throws(StorageError) in
            try await repository.update(change)
        }
    }

    public func clear() async throws(StorageError) {
        try await forward(.clearSessions) { () async throws(StorageError) in try await repository.clear() }
    }
}

extension SessionRepository {
    /// The stored active session, or nil if there is none.
    ///
    /// - Returns: The session.
    /// - Throws: `StorageError` if the store cannot be read, such as `.corrupt`.
    public func active() async throws(StorageError) -> Session? { try await load().active }

    /// Stores a session as the active one, as a sign-in does.
    ///
    /// - Parameter session: The session.
    /// - Throws: `StorageError`, such as `.full`.
    public func save(_ session: Session) async throws(StorageError) {
        try await update { $0.begin(session) }
    }
}
