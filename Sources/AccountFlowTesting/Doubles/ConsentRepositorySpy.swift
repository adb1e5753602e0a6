public import Domain

/// A consent repository with fixed results that logs each call and stores nothing.
public final class ConsentRepositorySpy {
    private let log: MessageLog<PortCall>
    private let readResult: Result<[Consent], StorageError>
    private let recordResult: Result<Void, StorageError>
    private let removeResult: Result<Void, StorageError>

    /// Creates a spy.
    ///
    /// - Parameters:
    ///   - log: The log of calls.
    ///   - read: The result of each read, for any account.
    ///   - record: The result of each recording.
    ///   - remove: The result of each removal.
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
}

extension ConsentRepositorySpy: ConsentRepository {
    public func all() async throws(StorageError) -> [Consent] {
        try readResult.get()
    }

    public func consents(of accountID: AccountID) async throws(StorageError) -> [Consent] {
        log.append(.consents(of: accountID))
        return try readResult.get()
    }

    public func record(_ consents: [Consent]) async throws(StorageError) {
        log.append(.recordConsents(consents))
        try recordResult.get()
    }

    public func removeAll(of accountID: AccountID) async throws(StorageError) {
        log.append(.removeConsents(of: accountID))
        try removeResult.get()
    }
}
