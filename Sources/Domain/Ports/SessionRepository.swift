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

    /// Stores another session in place of one, or nothing, in one step and only if that one is still stored.
    ///
    /// Sessions are told apart by their tokens.
    ///
    /// - Parameters:
    ///   - old: The session that is expected.
    ///   - new: The session to be stored; nil forgets the old one.
    /// - Returns: Whether the old session was stored, and is replaced.
    /// - Throws: `StorageError` where the store failed; then what was stored before is still there.
    @discardableResult
    func replace(_ old: Session, with new: Session?) async throws(StorageError) -> Bool

    /// Forgets the stored session; it is no error if there is none.
    ///
    /// - Throws: `StorageError` where the store failed; then what was stored before is still there.
    func clear() async throws(StorageError)
}
