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

    public func load() -> Session? {
        session
    }

    @discardableResult
    public func save(_ session: Session) -> Session? {
        defer { self.session = session }
        return self.session
    }

    @discardableResult
    public func clear() -> Session? {
        defer { session = nil }
        return session
    }

    @discardableResult
    public func replace(_ expected: Session?, with session: Session?) -> Bool {
        guard self.session?.token == expected?.token else { return false }
        self.session = session
        return true
    }
}
