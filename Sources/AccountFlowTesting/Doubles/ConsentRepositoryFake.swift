public import Domain

/// A consent repository that keeps its consents as long as it lives, and fails when it is told to.
public actor ConsentRepositoryFake: ConsentRepository {
    private var stored: [Consent]
    private var error: StorageError?

    /// Creates a repository.
    ///
    /// - Parameter consents: What it holds.
    public init(_ consents: [Consent] = []) {
        stored = consents
    }

    /// Makes every call from now on fail.
    ///
    /// - Parameter error: What it fails with, or nil for none.
    public func fail(with error: StorageError?) {
        self.error = error
    }

    /// Gives every consent in the order of accounts and documents, unless the repository was told to fail.
    ///
    /// - Returns: The consents, ordered by account and then by the name of the document.
    /// - Throws: The ``/Domain/StorageError`` that the repository was told to fail with.
    public func all() async throws(StorageError) -> [Consent] {
        if let error { throw error }
        return stored.sorted { ($0.accountID.canonical, $0.document.name) < ($1.accountID.canonical, $1.document.name) }
    }

    /// Gives the consents of an account, unless the repository was told to fail.
    ///
    /// - Parameter accountID: Whose consents to read.
    /// - Returns: The consents, ordered by the name of the document.
    /// - Throws: The ``/Domain/StorageError`` that the repository was told to fail with.
    public func consents(of accountID: AccountID) async throws(StorageError) -> [Consent] {
        if let error { throw error }
        return stored.filter { $0.accountID == accountID }.sorted { $0.document.name < $1.document.name }
    }

    /// Stores consents, unless the repository was told to fail.
    ///
    /// - Parameter consents: Each is stored in place of an earlier one of the same account to a document of that name.
    /// - Throws: The ``/Domain/StorageError`` that the repository was told to fail with; then nothing was changed.
    public func record(_ consents: [Consent]) async throws(StorageError) {
        if let error { throw error }
        for consent in consents {
            stored.removeAll { $0.accountID == consent.accountID && $0.document.name == consent.document.name }
            stored.append(consent)
        }
    }

    /// Forgets the consents of an account, unless the repository was told to fail.
    ///
    /// - Parameter accountID: Whose consents to forget; it is no error if there are none.
    /// - Throws: The ``/Domain/StorageError`` that the repository was told to fail with; then nothing was changed.
    public func removeAll(of accountID: AccountID) async throws(StorageError) {
        if let error { throw error }
        stored.removeAll { $0.accountID == accountID }
    }
}
