/// Where the session that the next launch restores is kept.
public protocol SessionRepository: Sendable {
    /// Reads the stored session.
    ///
    /// - Returns: The session, or nil where none is stored; nil never stands for a store that cannot be read.
    /// - Throws: ``StorageError`` where the store cannot be read.
    func load() async throws(StorageError) -> Session?

    /// Stores a session in place of any other.
    ///
    /// - Parameter session: The session to be restored at the next launch.
    /// - Returns: The session whose place it took.
    /// - Throws: ``StorageError``; then what was stored before is still there.
    @discardableResult
    func save(_ session: Session) async throws(StorageError) -> Session?

    /// Forgets the stored session; it is no error if there is none.
    ///
    /// - Returns: The session that was forgotten.
    /// - Throws: ``StorageError``; then what was stored before is still there.
    @discardableResult
    func clear() async throws(StorageError) -> Session?

    /// Stores a session, or none, in place of one that is still there, in one step.
    ///
    /// Sessions are told apart by their tokens.
    ///
    /// - Parameters:
    ///   - expected: What has to be stored, nil for no session; anything else is left alone.
    ///   - session: The session to be restored at the next launch, or nil for none.
    /// - Returns: Whether `expected` was stored.
    /// - Throws: ``StorageError``; then what was stored before is still there.
    @discardableResult
    func replace(_ expected: Session?, with session: Session?) async throws(StorageError) -> Bool
}
