public import Domain

/// The remembered session in memory, for as long as this object lives.
public actor InMemorySessionRepository: SessionRepository {
    private var session: Session?

    /// Creates a repository.
    ///
    /// - Parameter session: The session to start with.
    public init(_ session: Session? = nil) {
        self.session = session
    }

    /// Returns the stored session, or nil if there is none.
    public func load() -> Session? {
        session
    }

    /// Stores a session in place of any other.
    ///
    /// - Parameter session: The session to store.
    /// - Returns: The session that it replaced.
    @discardableResult
    public func save(_ session: Session) -> Session? {
        defer { self.session = session }
        return self.session
    }

    /// Removes the stored session, if there is one, and returns it.
    @discardableResult
    public func clear() -> Session? {
        defer { session = nil }
        return session
    }

    /// Replaces the stored session in one step if it is the expected one.
    ///
    /// - Parameters:
    ///   - expected: The session that must be stored, nil for none.
    ///   - session: The session to store, or nil for none.
    /// - Returns: Whether `expected` was stored.
    @discardableResult
    public func replace(_ expected: Session?, with session: Session?) -> Bool {
        guard self.session?.token == expected?.token else { return false }
        self.session = session
        return true
    }
}
