public import Domain

/// Agreements to terms in a file of a folder, shared with every other object and process that names the same folder.
///
/// Every change writes the whole document anew and is durable when the method returns. What cannot be read is an error
/// and stays as it is.
public actor FileConsentRepository: ConsentRepository {
    private let document: DocumentFile<ConsentTable>
    private let executor = DispatchQueueExecutor(label: "Persistence.FileConsentRepository")

    /// The queue on which the file is read and written, apart from the threads that run tasks.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Creates a repository; nothing is read or made before the first call.
    ///
    /// - Parameter folder: Where the consents are kept.
    public init(folder: StorageDirectory) {
        self.init(folder: folder, fileSystem: LocalFileSystem())
    }

    package init(folder: StorageDirectory, fileSystem: any FileSystem) {
        document = DocumentFile(folder: folder, fileSystem: fileSystem)
    }

    /// Reads every stored consent, of all accounts.
    ///
    /// - Returns: The consents, ordered by account and then by the name of the document.
    /// - Throws: `StorageError` with `.corrupt`, `.notPermitted` or another ``/Domain/StorageError/Reason-swift.enum``
    ///   where the store cannot be read.
    public func all() throws(StorageError) -> [Consent] {
        try table().all
    }

    /// Reads the consents of one account.
    ///
    /// - Parameter accountID: Whose consents to read.
    /// - Returns: One consent a document, ordered by the name of the document.
    /// - Throws: `StorageError` with `.corrupt`, `.notPermitted` or another ``/Domain/StorageError/Reason-swift.enum``
    ///   where the store cannot be read.
    public func consents(of accountID: AccountID) throws(StorageError) -> [Consent] {
        try table().consents(of: accountID)
    }

    /// Stores consents, each in place of an earlier one of the same account to a document of that name.
    ///
    /// - Parameter consents: All of them are stored, or none.
    /// - Throws: `StorageError` with `.busy`, `.full`, `.corrupt` or another
    ///   ``/Domain/StorageError/Reason-swift.enum``; then nothing was changed.
    public func record(_ consents: [Consent]) throws(StorageError) {
        try document.update { table in
            table.record(consents)
            return consents.isEmpty ? .none(()) : .made(())
        }
    }

    /// Forgets the consents of an account; it is no error if there are none.
    ///
    /// - Parameter accountID: Whose consents to forget.
    /// - Throws: `StorageError` with `.busy`, `.full`, `.corrupt` or another
    ///   ``/Domain/StorageError/Reason-swift.enum``; then nothing was changed.
    public func removeAll(of accountID: AccountID) throws(StorageError) {
        try document.update { table in
            table.removeAll(of: accountID) ? .made(()) : .none(())
        }
    }

    private func table() throws(StorageError) -> ConsentTable {
        try document.read() ?? ConsentTable()
    }
}
