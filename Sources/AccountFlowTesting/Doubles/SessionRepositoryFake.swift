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
    ///
    /// - Returns: The session, or nil where none is stored.
    /// - Throws: The ``/Domain/StorageError`` that the repository was told to fail with.
    public func load() async throws(StorageError) -> Session? {
        if let error { throw error }
        return stored
    }

    /// Stores a session, unless the repository was told to fail.
    ///
    /// - Parameter session: The session that takes the place of any other.
    /// - Returns: The session whose place it took.
    /// - Throws: The ``/Domain/StorageError`` that the repository was told to fail with; then what was stored before is
    ///   still there.
    @discardableResult
    public func save(_ session: Session) async throws(StorageError) -> Session? {
        if let error { throw error }
        let earlier = stored
        stored = session
        await afterSaving()
        return earlier
    }

    /// Forgets the session, unless the repository was told to fail.
    ///
    /// - Returns: The session that was forgotten.
    /// - Throws: The ``/Domain/StorageError`` that the repository was told to fail with; then what was stored before is
    ///   still there.
    @discardableResult
    public func clear() async throws(StorageError) -> Session? {
        if let error { throw error }
        let earlier = stored
        stored = nil
        await afterSaving()
        return earlier
    }

    /// Stores a session in place of the expected one, unless the repository was told to fail.
    ///
    /// Sessions are told apart by their tokens. Nothing is waited for afterwards.
    ///
    /// - Parameters:
    ///   - expected: What has to be stored, nil for no session; anything else is left alone.
    ///   - session: What is stored in its place, or nil for none.
    /// - Returns: Whether `expected` was stored.
    /// - Throws: The ``/Domain/StorageError`` that the repository was told to fail with; then what was stored before is
    ///   still there.
    @discardableResult
    public func replace(_ expected: Session?, with session: Session?) async throws(StorageError) -> Bool {
        if let error { throw error }
        guard stored?.token == expected?.token else { return false }
        stored = session
        return true
    }
}
