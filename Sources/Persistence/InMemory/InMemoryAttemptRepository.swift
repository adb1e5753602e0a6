public import Domain

/// Failed sign-ins in memory, for as long as this object lives.
public actor InMemoryAttemptRepository: AttemptRepository {
    /// The stored attempts.
    public private(set) var attempts: SignInAttempts

    /// Creates a repository.
    ///
    /// - Parameter attempts: The attempts to start with.
    public init(_ attempts: SignInAttempts = SignInAttempts()) {
        self.attempts = attempts
    }

    /// Reads and changes the attempts in one step.
    ///
    /// - Parameter change: Changes the attempts.
    /// - Returns: The result of the change.
    public func update<Value: Sendable>(_ change: @Sendable (inout SignInAttempts) -> Value) -> Value {
        change(&attempts)
    }
}
