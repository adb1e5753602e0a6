/// A store of the sessions on this device, which the next launch restores.
public protocol SessionRepository: Sendable {
    /// Returns the stored sessions.
    ///
    /// - Returns: The sessions, which are empty if none are stored.
    /// - Throws: ``StorageError`` if the store cannot be read.
    func load() async throws(StorageError) -> StoredSessions

    /// Changes the stored sessions in one step; no other change, of this or another process, happens in between.
    ///
    /// - Parameter change: Changes the sessions; may be called more than once, the last call counts.
    /// - Returns: The result of the change.
    /// - Throws: ``StorageError``.
    @discardableResult
    func update<Value: Sendable>(
        _ change: @escaping @Sendable (inout StoredSessions) -> Value
    ) async throws(StorageError) -> Value

    /// Removes all sessions and sign-outs, even if they cannot be read; it is no error if there are none.
    ///
    /// - Throws: ``StorageError``.
    func clear() async throws(StorageError)
}
