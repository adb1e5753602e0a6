public import Domain

/// A session that is remembered as long as this object lives.
public actor InMemorySessionRepository: SessionRepository {
    private var session: Session?

    /// Creates a repository.
    ///
    /// - Parameter session: The stored session, or nil for none.
    public init(_ session: Session? = nil) {
        self.session = session
    }

    /// Reads the stored session.
    ///
    /// - Returns: The session, or nil where none is stored.
    public func load() -> Session? {
        session
    }

    /// Stores a session in place of any other.
    ///
    /// - Parameter session: The session to be stored.
    /// - Returns: The session whose place it took.
    @discardableResult
    public func save(_ session: Session) -> Session? {
        defer { self.session = session }
        return self.session
    }

    /// Forgets the stored session; it is no error if there is none.
    ///
    /// - Returns: The session that was forgotten.
    @discardableResult
    public func clear() -> Session? {
        defer { session = nil }
        return session
    }

    /// Stores a session, or none, in place of one that is still there.
    ///
    /// - Parameters:
    ///   - expected: What has to be stored, nil for no session.
    ///   - session: The session to be stored, or nil for none.
    /// - Returns: Whether `expected` was stored.
    @discardableResult
    public func replace(_ expected: Session?, with session: Session?) -> Bool {
        guard self.session?.token == expected?.token else { return false }
        self.session = session
        return true
    }
}
