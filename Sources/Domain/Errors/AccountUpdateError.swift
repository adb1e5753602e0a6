/// Why an account was not changed.
public enum AccountUpdateError: Error, Hashable, Sendable {
    /// No account has that ID.
    case notFound

    /// The change was to another ID.
    case idChanged

    /// The store failed.
    case storage(StorageError)
}
