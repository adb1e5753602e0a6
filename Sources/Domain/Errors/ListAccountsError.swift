/// Why accounts were not listed.
public enum ListAccountsError: Error, Hashable, Sendable {
    /// The store failed.
    case storage(StorageError)
}
