/// Why an agreement to terms was not stored.
public enum AgreeToTermsError: Error, Hashable, Sendable {
    /// The store failed; nothing was changed.
    case storage(StorageError)
}
