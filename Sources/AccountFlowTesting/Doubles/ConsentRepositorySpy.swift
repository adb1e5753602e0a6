public import Domain
import Persistence

/// A repository of consents in memory that logs each call and can fail.
public final class ConsentRepositorySpy {
    private let repository: InMemoryConsentRepository
    private let log: MessageLog<PortCall>
    private let read: Result<[Consent], StorageError>
    private let record: Result<Void, StorageError>
    private let remove: Result<Void, StorageError>

    /// Creates a spy.
    ///
    /// - Parameters:
    ///   - log: The log of calls.
    ///   - read: The initial consents, or the error of each read.
    ///   - record: The error of each recording, if any.
    ///   - remove: The error of each removal, if any.
    public init(
        log: MessageLog<PortCall> = MessageLog(),
        read: Result<[Consent], StorageError> = .success([]),
        record: Result<Void, StorageError> = .success(()),
        remove: Result<Void, StorageError> = .success(())
    ) {
        self.log = log
        self.read = read
        self.record = record
        self.remove = remove
        // A store that cannot be read begins empty.
        repository = InMemoryConsentRepository((try? read.get()) ?? [])
    }
}

extension ConsentRepositorySpy: ConsentRepository {
    public func all() async throws(StorageError) -> [Consent] {
        _ = try read.get()
        return await repository.all()
    }

    public func consents(of accountID: AccountID) async throws(StorageError) -> [Consent] {
        log.append(.consents(of: accountID))
        _ = try read.get()
        return await repository.consents(of: accountID)
    }

    public func record(_ consents: [Consent]) async throws(StorageError) {
        log.append(.recordConsents(consents))
        try record.get()
        await repository.record(consents)
    }

    public func removeAll(of accountID: AccountID) async throws(StorageError) {
        log.append(.removeConsents(of: accountID))
        try remove.get()
        await repository.removeAll(of: accountID)
    }
}
