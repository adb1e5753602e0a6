public import Domain

/// What was found where a store should be.
public struct StoreFinding: Hashable, Sendable {
    /// The states in which a store can be.
    public enum State: Hashable, Sendable {
        /// Nothing is stored.
        case absent

        /// The store can be read: the version of its format and how many records it has.
        case readable(version: Int, records: Int)

        /// The store cannot be read, and why; it was left as it is.
        case unreadable(StorageError.Reason)
    }

    /// The store concerned.
    public let store: StorageError.Store

    /// The state in which it is.
    public let state: State

    /// Creates a finding.
    ///
    /// - Parameters:
    ///   - store: The store concerned.
    ///   - state: The state in which it is.
    public init(store: StorageError.Store, state: State) {
        self.store = store
        self.state = state
    }
}
