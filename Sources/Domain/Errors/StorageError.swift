/// The reason why a store could not be read or written.
///
/// A store that throws this error has changed nothing, unless its method says otherwise. The error never contains stored
/// data.
public struct StorageError: Error, Hashable, Sendable {
    /// The stores of the package.
    public enum Store: String, Hashable, Sendable, CaseIterable {
        /// The accounts.
        case accounts

        /// The remembered session.
        case session

        /// The agreements to terms.
        case consents

        /// The requests to a server without a definitive response.
        case pendingOperations = "pending-operations"

        /// The failed sign-ins.
        case attempts
    }

    /// The kinds of failure.
    public enum Reason: Hashable, Sendable {
        /// The stored data is damaged; it was not changed.
        case corrupt

        /// A newer version of the package wrote the data; it was not changed.
        case unsupportedVersion(Int)

        /// The file was removed, or a foreign one replaced it; nothing was written.
        case replaced

        /// Another process or task has been using the store for too long.
        case busy

        /// The database could not be reached, or the connection was lost before the answer.
        case unreachable

        /// The disk is read-only, or the database.
        case readOnly

        /// The process lacks the permission, or the device is locked.
        case notPermitted

        /// The disk is full.
        case full

        /// The location is not safe for secrets; nothing was changed.
        case unsafeLocation(UnsafeLocation)

        /// The app was shut down and no longer uses its stores.
        case closed

        /// The system failed with this value of `errno`, or with this status of the Keychain, which is negative.
        case failed(code: Int32)
    }

    /// The reasons why a location is not safe for secrets.
    public enum UnsafeLocation: String, Hashable, Sendable, CaseIterable {
        /// The path is empty, contains NUL, or ends in `..` after another name.
        case invalidPath = "invalid-path"

        /// A symbolic link is in place of the folder, one of its parents or a file.
        case link

        /// Something else is in place of the folder or one of its parents.
        case notAFolder = "not-a-folder"

        /// Something else is in place of a file.
        case notAFile = "not-a-file"

        /// The folder or a file belongs to another user.
        case anotherOwner = "another-owner"

        /// A file has a second name.
        case secondName = "second-name"

        /// Other users can access the folder, and it contains other files.
        case otherFiles = "other-files"

        /// Other users can write to the folder.
        case writableByOthers = "writable-by-others"
    }

    /// The files of a store that can be replaced by something unsafe.
    public enum File: Hashable, Sendable {
        /// The file with the data.
        case data

        /// The file that all stores of the folder lock for every change.
        case lock
    }

    /// The store.
    public let store: Store

    /// The kind of failure.
    public let reason: Reason

    /// The file that is not safe; nil for the folder and for other reasons.
    public let file: File?

    /// Whether the user can start over with an empty store, because the stored data is damaged or of a newer version.
    ///
    /// It is false for the accounts, and for a reason that may pass.
    public var allowsStartingOver: Bool {
        switch reason {
        case .corrupt, .unsupportedVersion: store != .accounts
        case .replaced, .busy, .unreachable, .readOnly, .notPermitted, .full, .unsafeLocation, .closed, .failed: false
        }
    }

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - reason: The kind of failure.
    ///   - file: The file that is not safe, if it is one file.
    public init(store: Store, reason: Reason, file: File? = nil) {
        self.store = store
        self.reason = reason
        self.file = file
    }
}
