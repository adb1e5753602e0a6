public import Domain

/// A session repository that answers as it was told and writes down what it was asked.
public final class SessionRepositorySpy: SessionRepository {
    private let log: MessageLog<PortCall>
    private let loadResult: Result<Session?, StorageError>
    private let saveResult: Result<Void, StorageError>
    private let clearResult: Result<Void, StorageError>
    private let beforeAnswering: @Sendable () async -> Void

    /// Creates a repository.
    ///
    /// - Parameters:
    ///   - log: Where it writes down what it is asked.
    ///   - load: The answer to whoever reads.
    ///   - save: The answer to whoever stores a session.
    ///   - clear: The answer to whoever forgets it.
    ///   - beforeAnswering: What is waited for before each answer.
    public init(
        log: MessageLog<PortCall> = MessageLog(),
        load: Result<Session?, StorageError> = .success(nil),
        save: Result<Void, StorageError> = .success(()),
        clear: Result<Void, StorageError> = .success(()),
        beforeAnswering: @escaping @Sendable () async -> Void = {}
    ) {
        self.log = log
        loadResult = load
        saveResult = save
        clearResult = clear
        self.beforeAnswering = beforeAnswering
    }

    /// Answers as it was told.
    ///
    /// - Returns: The session that whoever reads is answered with, or nil for none.
    /// - Throws: The ``/Domain/StorageError`` that whoever reads is answered with instead.
    public func load() async throws(StorageError) -> Session? {
        log.append(.loadSession)
        await beforeAnswering()
        return try loadResult.get()
    }

    /// Answers as it was told.
    ///
    /// - Parameter session: The session to be stored; it is written down and not kept.
    /// - Returns: Nil, always.
    /// - Throws: The ``/Domain/StorageError`` that whoever stores is answered with, where there is one.
    @discardableResult
    public func save(_ session: Session) async throws(StorageError) -> Session? {
        log.append(.saveSession(session))
        await beforeAnswering()
        try saveResult.get()
        return nil
    }

    /// Answers as it was told.
    ///
    /// - Returns: Nil, always.
    /// - Throws: The ``/Domain/StorageError`` that whoever clears is answered with, where there is one.
    @discardableResult
    public func clear() async throws(StorageError) -> Session? {
        log.append(.clearSession)
        await beforeAnswering()
        try clearResult.get()
        return nil
    }

    /// Fails as clearing does where no session is to be stored, and as saving does where one is.
    ///
    /// - Parameters:
    ///   - expected: What would have to be stored; it is written down and makes no difference.
    ///   - session: The session to be stored, or nil for none; it is written down and not kept.
    /// - Returns: True, always.
    /// - Throws: The ``/Domain/StorageError`` that clearing or saving throws.
    @discardableResult
    public func replace(_ expected: Session?, with session: Session?) async throws(StorageError) -> Bool {
        log.append(.replaceSession(expected, with: session))
        await beforeAnswering()
        try (session == nil ? clearResult : saveResult).get()
        return true
    }
}
