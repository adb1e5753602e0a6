public import Domain

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

    /// Creates a spy with fixed results, which stores nothing.
    ///
    /// - Parameters:
    ///   - log: The log of calls.
    ///   - load: The result of each load.
    ///   - save: The result of each save, and of each replacement by a session.
    ///   - clear: The result of each clear, and of each replacement by nil.
    ///   - beforeAnswering: Runs before each call returns.
    public convenience init(
        log: MessageLog<PortCall> = MessageLog(),
        load: Result<Session?, StorageError> = .success(nil),
        save: Result<Void, StorageError> = .success(()),
        clear: Result<Void, StorageError> = .success(()),
        beforeAnswering: @escaping @Sendable () async -> Void = {}
    ) {
        self.init(wrapping: FixedSession(load: load, save: save, clear: clear), log: log) { _ in
            await beforeAnswering()
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
    public func load() async throws(StorageError) -> Session? {
        try await forward(.loadSession) { () async throws(StorageError) in try await repository.load() }
    }

    @discardableResult
    public func save(_ session: Session) async throws(StorageError) -> Session? {
        try await forward(.saveSession(session)) { () async throws(StorageError) in
            try await repository.save(session)
        }
    }

    @discardableResult
    public func clear() async throws(StorageError) -> Session? {
        try await forward(.clearSession) { () async throws(StorageError) in try await repository.clear() }
    }

    @discardableResult
    public func replace(_ expected: Session?, with session: Session?) async throws(StorageError) -> Bool {
        try await forward(.replaceSession(expected, with: session)) { () async throws(StorageError) in
            try await repository.replace(expected, with: session)
        }
    }
}

/// A session repository with fixed results.
private struct FixedSession: SessionRepository {
    let load: Result<Session?, StorageError>
    let save: Result<Void, StorageError>
    let clear: Result<Void, StorageError>

    func load() async throws(StorageError) -> Session? { try load.get() }

    func save(_ session: Session) async throws(StorageError) -> Session? {
        try save.get()
        return nil
    }

    func clear() async throws(StorageError) -> Session? {
        try clear.get()
        return nil
    }

    func replace(_ expected: Session?, with session: Session?) async throws(StorageError) -> Bool {
        try (session == nil ? clear : save).get()
        return true
    }
}
