public import Domain

/// A session repository that keeps its session as long as it lives, and fails when it is told to.
public actor SessionRepositoryFake: SessionRepository {
    private var stored: Session?
    private var error: StorageError?
    private let afterSaving: @Sendable () async -> Void

    /// Creates a repository.
    ///
    /// - Parameters:
    ///   - session: What it holds.
    ///   - afterSaving: What is waited for once a session was stored or cleared.
    public init(_ session: Session? = nil, afterSaving: @escaping @Sendable () async -> Void = {}) {
        stored = session
        self.afterSaving = afterSaving
    }

    /// Makes every call from now on fail.
    ///
    /// - Parameter error: What it fails with, or nil for none.
    public func fail(with error: StorageError?) {
        self.error = error
    }

    /// Reads the session, unless the repository was told to fail.
    public func load() async throws(StorageError) -> Session? {
        if let error { throw error }
        return stored
    }

    /// Stores a session, unless the repository was told to fail.
    @discardableResult
    public func save(_ session: Session) async throws(StorageError) -> Session? {
        if let error { throw error }
        let earlier = stored
        stored = session
        await afterSaving()
        return earlier
    }

    /// Forgets the session, unless the repository was told to fail.
    @discardableResult
    public func clear() async throws(StorageError) -> Session? {
        if let error { throw error }
        let earlier = stored
        stored = nil
        await afterSaving()
        return earlier
    }

    /// Stores a session in place of the expected one, unless the repository was told to fail.
    @discardableResult
    public func replace(_ expected: Session?, with session: Session?) async throws(StorageError) -> Bool {
        if let error { throw error }
        guard stored?.token == expected?.token else { return false }
        stored = session
        return true
    }
}
