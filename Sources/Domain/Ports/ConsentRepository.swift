/// A store of agreements to terms.
public protocol ConsentRepository: Sendable {
    /// Returns the consents of all accounts.
    ///
    /// - Returns: The consents, ordered by account, the name of the document and the date.
    /// - Throws: ``StorageError`` if the store cannot be read.
    func all() async throws(StorageError) -> [Consent]

    /// Returns the consents of one account.
    ///
    /// - Parameter accountID: The account.
    /// - Returns: All consents, those to earlier versions and withdrawn ones included, ordered by the name of the
    ///   document and the date.
    /// - Throws: ``StorageError`` if the store cannot be read.
    func consents(of accountID: AccountID) async throws(StorageError) -> [Consent]

    /// Stores consents; each replaces an earlier one of the same account to the same version of a document, from the
    /// same date.
    ///
    /// - Parameter consents: The consents, which are stored together.
    /// - Throws: ``StorageError``.
    func record(_ consents: [Consent]) async throws(StorageError)

    /// Removes the consents of an account; it is no error if there are none.
    ///
    /// - Parameter accountID: The account.
    /// - Throws: ``StorageError``.
    func removeAll(of accountID: AccountID) async throws(StorageError)
}
