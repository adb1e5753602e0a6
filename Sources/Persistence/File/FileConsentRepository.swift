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

    public func all() throws(StorageError) -> [Consent] {
        try table().all
    }

    public func consents(of accountID: AccountID) throws(StorageError) -> [Consent] {
        try table().consents(of: accountID)
    }

    public func record(_ consents: [Consent]) throws(StorageError) {
        try document.update { $0.record(consents) }
    }

    public func removeAll(of accountID: AccountID) throws(StorageError) {
        try document.update { $0.removeAll(of: accountID) }
    }

    private func table() throws(StorageError) -> ConsentTable {
        try document.read() ?? ConsentTable()
    }
}
