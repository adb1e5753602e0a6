public import Domain

/// Consents in a file of a folder, shared with every other object and process that uses the same folder.
///
/// Every change rewrites the whole document and is durable when the method returns. A document that cannot be read is an
/// error and stays as it is.
public actor FileConsentRepository: ConsentRepository {
    private let document: DocumentFile<ConsentTable>

    /// The queue on which the file is read and written, apart from the threads that run tasks.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { document.executor.asUnownedSerialExecutor() }

    /// Creates a repository; nothing is read or made before the first call.
    ///
    /// - Parameter folder: The folder of the file.
    public init(folder: StorageDirectory) {
        document = DocumentFile(directory: folder)
    }

    /// Reads the consents of all accounts.
    ///
    /// - Returns: The consents, ordered by account and then by the name of the document.
    /// - Throws: `StorageError` with any ``/Domain/StorageError/Reason-swift.enum``.
    public func all() throws(StorageError) -> [Consent] {
        try table().all
    }

    /// Reads the consents of one account.
    ///
    /// - Parameter accountID: The ID of the account.
    /// - Returns: One consent per document, ordered by the name of the document.
    /// - Throws: `StorageError` with any ``/Domain/StorageError/Reason-swift.enum``.
    public func consents(of accountID: AccountID) throws(StorageError) -> [Consent] {
        try table().consents(of: accountID)
    }

    /// Stores consents, each in place of an earlier one of the same account to a document of that name.
    ///
    /// - Parameter consents: The consents to store, all of them or none.
    /// - Throws: `StorageError` with any ``/Domain/StorageError/Reason-swift.enum``; then nothing was changed.
    public func record(_ consents: [Consent]) throws(StorageError) {
        try document.update { $0.record(consents) }
    }

    /// Removes the consents of an account, if there are any.
    ///
    /// - Parameter accountID: The ID of the account.
    /// - Throws: `StorageError` with any ``/Domain/StorageError/Reason-swift.enum``; then nothing was changed.
    public func removeAll(of accountID: AccountID) throws(StorageError) {
        try document.update { $0.removeAll(of: accountID) }
    }

    private func table() throws(StorageError) -> ConsentTable {
        try document.read() ?? ConsentTable()
    }
}
