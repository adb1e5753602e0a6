/// A store of the session that the next launch restores.
public protocol SessionRepository: Sendable {
    /// Returns the stored session.
    ///
    /// - Returns: The session, or nil if none is stored.
    /// - Throws: ``StorageError`` if the store cannot be read.
    func load() async throws(StorageError) -> Session?

    /// Stores a session in place of any other.
    ///
    /// - Parameter session: The session.
    /// - Returns: The session that was stored before.
    /// - Throws: ``StorageError``; in that case, nothing was changed.
    @discardableResult
    func save(_ session: Session) async throws(StorageError) -> Session?

    /// Removes the stored session, even if it cannot be read; it is no error if there is none.
    ///
    /// - Returns: The session that was stored before, or nil if there was none or it cannot be read.
    /// - Throws: ``StorageError``; in that case, nothing was changed.
    @discardableResult
    func clear() async throws(StorageError) -> Session?

    /// Replaces the stored session in one step, if it is the expected one; tokens identify sessions.
    ///
    /// - Parameters:
    ///   - expected: The session that must be stored, or nil for none. Otherwise, nothing is changed.
    ///   - session: The new session, or nil for none.
    /// - Returns: Whether `expected` was stored.
    /// - Throws: ``StorageError``; in that case, nothing was changed.
    @discardableResult
    func replace(_ expected: Session?, with session: Session?) async throws(StorageError) -> Bool
}
