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
    ///
    /// - Returns: The consents that whoever reads is answered with, in the order in which they were handed over.
    /// - Throws: The ``/Domain/StorageError`` that whoever reads is answered with instead.
    public func all() async throws(StorageError) -> [Consent] {
        try readResult.get()
    }

    /// Answers as it was told.
    ///
    /// - Parameter accountID: Whose consents to read; it is written down and makes no difference to the answer.
    /// - Returns: The consents that whoever reads is answered with, whoever gave them.
    /// - Throws: The ``/Domain/StorageError`` that whoever reads is answered with instead.
    public func consents(of accountID: AccountID) async throws(StorageError) -> [Consent] {
        log.append(.consents(of: accountID))
        return try readResult.get()
    }

    /// Answers as it was told.
    ///
    /// - Parameter consents: What to store; they are written down and not kept.
    /// - Throws: The ``/Domain/StorageError`` that whoever records is answered with, where there is one.
    public func record(_ consents: [Consent]) async throws(StorageError) {
        log.append(.recordConsents(consents))
        try recordResult.get()
    }

    /// Answers as it was told.
    ///
    /// - Parameter accountID: Whose consents to forget; it is written down, and nothing is forgotten.
    /// - Throws: The ``/Domain/StorageError`` that whoever removes is answered with, where there is one.
    public func removeAll(of accountID: AccountID) async throws(StorageError) {
        log.append(.removeConsents(of: accountID))
        try removeResult.get()
    }
}
