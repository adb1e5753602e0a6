public import Domain

/// Failed sign-ins in memory, in a repository that fails where it is told to and shows what it has counted.
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
    ///
    /// - Parameter change: Changes what was counted; it is called once at the most.
    /// - Returns: What the change returned.
    /// - Throws: The ``/Domain/StorageError`` that the repository was told to fail with; then nothing was changed.
    public func update<Value: Sendable>(
        _ change: @Sendable (inout SignInAttempts) -> Value
    ) async throws(StorageError) -> Value {
        if let error { throw error }
        return change(&attempts)
    }
}
