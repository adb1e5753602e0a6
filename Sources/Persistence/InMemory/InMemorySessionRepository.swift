public import Domain

/// A session that is remembered as long as this object lives.
public actor InMemorySessionRepository: SessionRepository {
    private var session: Session?

    /// Creates an empty repository.
    public init() {}

    /// Reads the stored session.
    ///
    /// - Returns: The session, or nil where none is stored.
    public func load() -> Session? {
        session
    }

    /// Stores a session in place of any other.
    ///
    /// - Parameter session: The session to be stored.
    public func save(_ session: Session) {
        self.session = session
    }

    /// Stores another session in place of one, or nothing, only if that one is still stored.
    ///
    /// - Parameters:
    ///   - old: The session that is expected.
    ///   - new: The session to be stored; nil forgets the old one.
    /// - Returns: Whether the old session was stored, and is replaced.
    @discardableResult
    public func replace(_ old: Session, with new: Session?) -> Bool {
        guard session?.token == old.token else { return false }
        session = new
        return true
    }

    /// Forgets the stored session; it is no error if there is none.
    public func clear() {
        session = nil
    }
}
