/// Where agreements to terms are kept.
public protocol ConsentRepository: Sendable {
    /// Reads every stored consent, of all accounts.
    ///
    /// - Returns: The consents, ordered by account and then by the name of the document.
    /// - Throws: ``StorageError`` where the store cannot be read.
    func all() async throws(StorageError) -> [Consent]

    /// Reads the consents of one account.
    ///
    /// - Parameter accountID: Whose consents to read.
    /// - Returns: One consent a document, ordered by the name of the document.
    /// - Throws: ``StorageError`` where the store cannot be read.
    func consents(of accountID: AccountID) async throws(StorageError) -> [Consent]

    /// Stores consents, each in place of an earlier one of the same account to a document of that name.
    ///
    /// - Parameter consents: All of them are stored, or none.
    /// - Throws: ``StorageError``; then nothing was changed.
    func record(_ consents: [Consent]) async throws(StorageError)

    /// Forgets the consents of an account; it is no error if there are none.
    ///
    /// - Parameter accountID: Whose consents to forget.
    /// - Throws: ``StorageError``; then nothing was changed.
    func removeAll(of accountID: AccountID) async throws(StorageError)
}
