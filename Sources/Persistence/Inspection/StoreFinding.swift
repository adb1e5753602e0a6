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

    /// What there is to say of a store that can be read.
    public enum Remark: Hashable, Sendable {
        /// A crash left a change unfinished, of so many bytes.
        ///
        /// Opening the store to write copies them and cuts them off.
        case unfinishedChange(bytes: Int)

        /// The copy of what a crash left is in the folder, in a file of this name.
        case copyOfUnfinishedChange(name: String)

        /// The index is damaged; accounts are found without it until the store is written anew.
        case damagedIndex

        /// Deleted accounts are still in the file, until the store is written anew.
        case awaitsErasure
    }

    /// The store concerned.
    public let store: StorageError.Store

    /// The state in which it is.
    public let state: State

    /// What there is to say besides.
    public let remarks: [Remark]

    /// Creates a finding.
    ///
    /// - Parameters:
    ///   - store: The store concerned.
    ///   - state: The state in which it is.
    ///   - remarks: What there is to say besides.
    public init(store: StorageError.Store, state: State, remarks: [Remark] = []) {
        self.store = store
        self.state = state
        self.remarks = remarks
    }
}
