public import Domain

/// The stored sessions in memory, which are lost with this object.
public actor InMemorySessionRepository: SessionRepository {
    private var sessions: StoredSessions

    /// Creates a repository.
    ///
    /// - Parameter session: The active session; nil for none.
    public init(_ session: Session? = nil) {
        sessions = StoredSessions(session)
    }

    public func load() -> StoredSessions { sessions }

    @discardableResult
    public func update<Value: Sendable>(_ change: @Sendable (inout StoredSessions) -> Value) -> Value {
        change(&sessions)
    }

    public func clear() { sessions = StoredSessions() }
}
