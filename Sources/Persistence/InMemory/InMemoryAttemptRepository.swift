public import Domain

/// Failed sign-ins that are counted as long as this object lives.
public actor InMemoryAttemptRepository: AttemptRepository {
    private var attempts = SignInAttempts()

    /// Creates an empty repository.
    public init() {}

    /// Reads and changes the table in one step.
    ///
    /// - Parameter change: Changes the table.
    /// - Returns: What the change returned.
    public func update<Value: Sendable>(_ change: @Sendable (inout SignInAttempts) -> Value) -> Value {
        change(&attempts)
    }
}
