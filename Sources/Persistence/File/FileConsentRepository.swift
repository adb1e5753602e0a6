public import Domain

/// Consents in a file of a folder, shared with every other object and process that uses the same folder.
///
/// Every change is durable when the method returns. A file that cannot be read is an error and stays unchanged.
public actor FileConsentRepository: ConsentRepository {
    private let document: DocumentFile<ConsentTable>

    /// The queue on which the file is read and written.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { document.executor.asUnownedSerialExecutor() }

    /// Creates a repository; it does not use the disk before the first call.
    ///
    /// - Parameter folder: The folder of the file.
    public init(folder: StorageDirectory) {
        document = DocumentFile(directory: folder)
    }

    /// Returns the consents of all accounts.
    ///
    /// - Returns: The consents, ordered by account and then by the name of the document.
    /// - Throws: ``/Domain/StorageError`` if the file cannot be read.
    public func all() throws(StorageError) -> [Consent] {
        try table().all
    }

    /// Returns the consents of one account.
    ///
    /// - Parameter accountID: The account.
    /// - Returns: One consent for each document, ordered by the name of the document.
    /// - Throws: ``/Domain/StorageError`` if the file cannot be read.
    public func consents(of accountID: AccountID) throws(StorageError) -> [Consent] {
        try table().consents(of: accountID)
    }

    /// Stores consents; each replaces an earlier one of the same account to the same document.
    ///
    /// - Parameter consents: The consents, which are stored together.
    /// - Throws: ``/Domain/StorageError``; in that case, nothing was changed.
    public func record(_ consents: [Consent]) throws(StorageError) {
        try document.update { $0.record(consents) }
    }

    /// Removes the consents of an account; it is no error if there are none.
    ///
    /// - Parameter accountID: The account.
    /// - Throws: ``/Domain/StorageError``; in that case, nothing was changed.
    public func removeAll(of accountID: AccountID) throws(StorageError) {
        try document.update { $0.removeAll(of: accountID) }
    }

    private func table() throws(StorageError) -> ConsentTable {
        try document.read() ?? ConsentTable()
    }
}
