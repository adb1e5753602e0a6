public import Domain

/// Failed sign-ins in memory, in a repository that fails where it is told to and counts its changes.
public actor AttemptRepositoryFake: AttemptRepository {
    /// What was counted so far.
    public private(set) var attempts = SignInAttempts()
    private var error: StorageError?

    /// Creates a repository that has counted nothing.
    ///
    /// - Parameter error: What every call fails with, or nil for none.
    public init(error: StorageError? = nil) {
        self.error = error
    }

    /// Makes every call from now on fail.
    ///
    /// - Parameter error: What it fails with, or nil for none.
    public func fail(with error: StorageError?) {
        self.error = error
    }

    /// Makes a change, unless the repository was told to fail.
    public func update<Value: Sendable>(
        _ change: @Sendable (inout SignInAttempts) -> Value
    ) async throws(StorageError) -> Value {
        if let error { throw error }
        return change(&attempts)
    }
}
