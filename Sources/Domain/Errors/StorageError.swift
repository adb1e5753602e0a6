/// Why a store could not be read or written.
///
/// A store that throws it has changed nothing, unless its method says otherwise. The error names the store and the kind of
/// failure, never anything that is stored.
public struct StorageError: Error, Hashable, Sendable {
    /// The stores of the package.
    public enum Store: String, Hashable, Sendable, CaseIterable {
        /// The accounts.
        case accounts

        /// The session that the next launch restores.
        case session

        /// The agreements to terms.
        case consents

        /// What was asked of a server and is not answered yet.
        case pendingOperations = "pending-operations"

        /// The failed sign-ins.
        case attempts
    }

    /// The kinds of trouble.
    public enum Reason: Hashable, Sendable {
        /// What is stored is damaged; it was left as it is.
        case corrupt

        /// What is stored was written by a newer version of the package; it was left as it is.
        case unsupportedVersion(Int)

        /// The file was taken away or replaced by another one while it was in use; nothing was written to either.
        case replaced

        /// Somebody else has been using the store for too long.
        case busy

        /// The medium can only be read.
        case readOnly

        /// The system does not let this process in.
        case notPermitted

        /// There is no room left.
        case full

        /// The place is none for secrets.
        ///
        /// It is a link, no folder, a folder of somebody else's, one that cannot be made, or one that is open to others
        /// and has other files in it too.
        case unsafeLocation

        /// The app was shut down, and its stores are not used any more.
        case closed

        /// The system failed otherwise, with this value of `errno`.
        case failed(code: Int32)
    }

    /// The store concerned.
    public let store: Store

    /// The kind of trouble.
    public let reason: Reason

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - store: The store concerned.
    ///   - reason: The kind of trouble.
    public init(store: Store, reason: Reason) {
        self.store = store
        self.reason = reason
    }
}
