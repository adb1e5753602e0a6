/// Why an account was not added.
public enum AccountInsertionError: Error, Hashable, Sendable {
    /// An account has that ID.
    case idTaken

    /// The store failed.
    case storage(StorageError)
}
