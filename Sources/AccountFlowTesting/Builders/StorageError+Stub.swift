public import Domain

extension StorageError {
    /// An error of which a test says only what matters to it: everything has a value unless it is given one.
    ///
    /// - Parameters:
    ///   - store: The store concerned.
    ///   - reason: The kind of trouble.
    /// - Returns: The error.
    public static func stub(_ store: Store = .session, _ reason: Reason = .full) -> StorageError {
        StorageError(store: store, reason: reason)
    }
}
