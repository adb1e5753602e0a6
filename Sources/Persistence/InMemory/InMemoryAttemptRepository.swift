public import Domain

/// Failed sign-ins in memory, which are lost with this object.
public actor InMemoryAttemptRepository: AttemptRepository {
    /// The stored table.
    public private(set) var attempts: SignInAttempts

    /// Creates a repository.
    ///
    /// - Parameter attempts: The initial table.
    public init(_ attempts: SignInAttempts = SignInAttempts()) {
        self.attempts = attempts
    }

    public func update<Value: Sendable>(
        of account: AccountTag?,
        _ change: @Sendable (inout SignInAttempts) -> Value
    ) -> Value {
        change(&attempts)
    }
}
