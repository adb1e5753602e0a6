package import Domain

/// A consent repository that answers as it was told and writes down what it was asked.
package final class ConsentRepositorySpy: ConsentRepository {
    private let log: MessageLog<PortMessage>
    private let readResult: Result<[Consent], StorageError>
    private let recordResult: Result<Void, StorageError>
    private let removeResult: Result<Void, StorageError>

    package init(
        log: MessageLog<PortMessage> = MessageLog(),
        read: Result<[Consent], StorageError> = .success([]),
        record: Result<Void, StorageError> = .success(()),
        remove: Result<Void, StorageError> = .success(())
    ) {
        self.log = log
        readResult = read
        recordResult = record
        removeResult = remove
    }

    package func all() async throws(StorageError) -> [Consent] {
        try readResult.get()
    }

    package func consents(of accountID: AccountID) async throws(StorageError) -> [Consent] {
        log.append(.consents(of: accountID))
        return try readResult.get()
    }

    package func record(_ consents: [Consent]) async throws(StorageError) {
        log.append(.recordConsents(consents))
        try recordResult.get()
    }

    package func removeAll(of accountID: AccountID) async throws(StorageError) {
        log.append(.removeConsents(of: accountID))
        try removeResult.get()
    }
}
