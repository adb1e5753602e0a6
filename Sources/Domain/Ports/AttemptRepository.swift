/// Where failed sign-ins are counted.
///
/// Every implementation decides atomically, among all its users in all processes, and has made a change durable by the
/// medium's own measure when the method returns: whoever quits the app must not get new attempts by it.
public protocol AttemptRepository: Sendable {
    /// Reads and changes the table in one step, so that no other change comes between.
    ///
    /// - Parameter change: Changes the table; it may be called more than once, each time with what is stored.
    /// - Returns: What the change returned the last time.
    /// - Throws: ``StorageError``; then nothing was changed.
    func update<Value: Sendable>(
        _ change: @Sendable (inout SignInAttempts) -> Value
    ) async throws(StorageError) -> Value
}
