package import Domain

/// Failed sign-ins in memory, in a repository that fails where it is told to and counts its changes.
package actor AttemptRepositoryFake: AttemptRepository {
    package private(set) var attempts = SignInAttempts()
    private var error: StorageError?

    package init(error: StorageError? = nil) {
        self.error = error
    }

    package func fail(with error: StorageError?) {
        self.error = error
    }

    package func update<Value: Sendable>(
        _ change: @Sendable (inout SignInAttempts) -> Value
    ) async throws(StorageError) -> Value {
        if let error { throw error }
        return change(&attempts)
    }
}
