public import Domain

/// The stored session in memory, which is lost with this object.
public actor InMemorySessionRepository: SessionRepository {
    private var session: Session?

    /// Creates a repository.
    ///
    /// - Parameter session: The initial session.
    public init(_ session: Session? = nil) {
        self.session = session
    }

    /// Returns the stored session, or nil if none is stored.
    public func load() -> Session? {
        session
    }

    /// Stores a session in place of any other.
    ///
    /// - Parameter session: The session.
    /// - Returns: The session that was stored before.
    @discardableResult
    public func save(_ session: Session) -> Session? {
        defer { self.session = session }
        return self.session
    }

    /// Removes the stored session and returns it; it is no error if there is none.
    @discardableResult
    public func clear() -> Session? {
        defer { session = nil }
        return session
    }

    /// Replaces the stored session in one step, if it is the expected one; tokens identify sessions.
    ///
    /// - Parameters:
    ///   - expected: The session that must be stored, or nil for none. Otherwise, nothing is changed.
    ///   - session: The new session, or nil for none.
    /// - Returns: Whether `expected` was stored.
    @discardableResult
    public func replace(_ expected: Session?, with session: Session?) -> Bool {
        guard self.session?.token == expected?.token else { return false }
        self.session = session
        return true
    }
}
