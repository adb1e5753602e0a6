public import Domain

/// A consent repository with fixed answers that logs each call and stores nothing.
public final class ConsentRepositorySpy: ConsentRepository {
    private let log: MessageLog<PortCall>
    private let readResult: Result<[Consent], StorageError>
    private let recordResult: Result<Void, StorageError>
    private let removeResult: Result<Void, StorageError>

    /// Creates a spy.
    ///
    /// - Parameters:
    ///   - log: The log of calls.
    ///   - read: The answer to each read, whatever the account.
    ///   - record: The answer to each recording.
    ///   - remove: The answer to each removal.
    public init(
        log: MessageLog<PortCall> = MessageLog(),
        read: Result<[Consent], StorageError> = .success([]),
        record: Result<Void, StorageError> = .success(()),
        remove: Result<Void, StorageError> = .success(())
    ) {
        self.log = log
        readResult = read
        recordResult = record
        removeResult = remove
    }

    /// Returns the fixed consents, without a log entry.
    ///
    /// - Returns: The consents.
    /// - Throws: The fixed ``/Domain/StorageError``, if any.
    public func all() async throws(StorageError) -> [Consent] {
        try readResult.get()
    }

    /// Returns the fixed consents.
    ///
    /// - Parameter accountID: The ID of the account.
    /// - Returns: The consents.
    /// - Throws: The fixed ``/Domain/StorageError``, if any.
    public func consents(of accountID: AccountID) async throws(StorageError) -> [Consent] {
        log.append(.consents(of: accountID))
        return try readResult.get()
    }

    /// Logs consents.
    ///
    /// - Parameter consents: The consents.
    /// - Throws: The fixed ``/Domain/StorageError``, if any.
    public func record(_ consents: [Consent]) async throws(StorageError) {
        log.append(.recordConsents(consents))
        try recordResult.get()
    }

    /// Logs a removal.
    ///
    /// - Parameter accountID: The ID of the account.
    /// - Throws: The fixed ``/Domain/StorageError``, if any.
    public func removeAll(of accountID: AccountID) async throws(StorageError) {
        log.append(.removeConsents(of: accountID))
        try removeResult.get()
    }
}
