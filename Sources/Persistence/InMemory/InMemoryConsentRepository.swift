public import Domain

/// Consents in memory, for as long as this object lives.
public actor InMemoryConsentRepository: ConsentRepository {
    private var table = ConsentTable()

    /// Creates a repository.
    ///
    /// - Parameter consents: The consents to start with.
    public init(_ consents: [Consent] = []) {
        table.record(consents)
    }

    /// Returns the consents of all accounts, ordered by account and then by the name of the document.
    public func all() -> [Consent] {
        table.all
    }

    /// Reads the consents of one account.
    ///
    /// - Parameter accountID: The ID of the account.
    /// - Returns: One consent per document, ordered by the name of the document.
    public func consents(of accountID: AccountID) -> [Consent] {
        table.consents(of: accountID)
    }

    /// Stores consents, each in place of an earlier one of the same account to a document of that name.
    ///
    /// - Parameter consents: The consents to store.
    public func record(_ consents: [Consent]) {
        table.record(consents)
    }

    /// Removes the consents of an account, if there are any.
    ///
    /// - Parameter accountID: The ID of the account.
    public func removeAll(of accountID: AccountID) {
        table.removeAll(of: accountID)
    }
}
