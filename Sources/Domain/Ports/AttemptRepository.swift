/// A store of failed sign-ins.
///
/// Every change is atomic among all tasks and processes that use the store. It is durable when the method returns, so
/// that quitting the app does not reset the count.
public protocol AttemptRepository: Sendable {
    /// Changes the stored table in one step.
    ///
    /// - Parameters:
    ///   - account: The only account whose count `change` uses, besides that of all accounts together; the table may lack
    ///     the others. If it is nil, the table is complete.
    ///   - change: Changes the table. It may be called more than once, each time with the stored table.
    /// - Returns: The result of the last call of `change`.
    /// - Throws: ``StorageError``.
    func update<Value: Sendable>(
        of account: AccountTag?,
        _ change: @Sendable (inout SignInAttempts) -> Value
    ) async throws(StorageError) -> Value
}

extension AttemptRepository {
    /// Changes the complete table in one step.
    ///
    /// - Parameter change: Changes the table. It may be called more than once, each time with the stored table.
    /// - Returns: The result of the last call of `change`.
    /// - Throws: ``StorageError``.
    public func update<Value: Sendable>(
        _ change: @Sendable (inout SignInAttempts) -> Value
    ) async throws(StorageError) -> Value {
        try await update(of: nil, change)
    }
}
