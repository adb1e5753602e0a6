public import Domain

/// A consent repository that answers as it was told and writes down what it was asked.
public final class ConsentRepositorySpy: ConsentRepository {
    private let log: MessageLog<PortCall>
    private let readResult: Result<[Consent], StorageError>
    private let recordResult: Result<Void, StorageError>
    private let removeResult: Result<Void, StorageError>

    /// Creates a repository.
    ///
    /// - Parameters:
    ///   - log: Where it writes down what it is asked.
    ///   - read: The answer to whoever reads.
    ///   - record: The answer to whoever records consents.
    ///   - remove: The answer to whoever removes them.
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

    /// Answers as it was told, and does not write it down.
    public func all() async throws(StorageError) -> [Consent] {
        try readResult.get()
    }

    /// Answers as it was told.
    public func consents(of accountID: AccountID) async throws(StorageError) -> [Consent] {
        log.append(.consents(of: accountID))
        return try readResult.get()
    }

    /// Answers as it was told.
    public func record(_ consents: [Consent]) async throws(StorageError) {
        log.append(.recordConsents(consents))
        try recordResult.get()
    }

    /// Answers as it was told.
    public func removeAll(of accountID: AccountID) async throws(StorageError) {
        log.append(.removeConsents(of: accountID))
        try removeResult.get()
    }
}
