/// Where the session that the next launch restores is kept.
public protocol SessionRepository: Sendable {
    /// Reads the stored session.
    ///
    /// - Returns: The session, or nil where none is stored; nil never stands for a store that cannot be read.
    /// - Throws: `StorageError` where the store cannot be read.
    func load() async throws(StorageError) -> Session?

    /// Stores a session in place of any other.
    ///
    /// - Parameter session: The session to be restored at the next launch.
    /// - Throws: `StorageError` where the store failed; then what was stored before is still there.
    func save(_ session: Session) async throws(StorageError)

    /// Forgets the stored session; it is no error if there is none.
    ///
    /// - Throws: `StorageError` where the store failed; then what was stored before is still there.
    func clear() async throws(StorageError)
}
