/// A way to start over with a store that cannot be read: its data is moved aside, and never deleted.
public protocol StoreQuarantine: Sendable {
    /// Moves the data of a store aside if it is damaged or of a newer version, and starts an empty store.
    ///
    /// The accounts, and a store that can be read, stay unchanged.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - attempts: The table with which the store of failed sign-ins starts over.
    /// - Returns: Whether data was moved aside.
    /// - Throws: ``StorageError`` if the store cannot be read for another reason, or its data cannot be moved.
    @discardableResult
    func quarantine(
        _ store: StorageError.Store,
        startingWith attempts: SignInAttempts
    ) async throws(StorageError) -> Bool
}
