public import Domain

/// Consents in memory, which are lost with this object.
public actor InMemoryConsentRepository: ConsentRepository {
    private var table = ConsentTable()

    /// Creates a repository.
    ///
    /// - Parameter consents: The initial consents.
    public init(_ consents: [Consent] = []) {
        table.record(consents)
    }

    /// Returns the consents of all accounts, ordered by account and then by the name of the document.
    public func all() -> [Consent] {
        table.all
    }

    /// Returns the consents of one account.
    ///
    /// - Parameter accountID: The account.
    /// - Returns: One consent for each document, ordered by the name of the document.
    public func consents(of accountID: AccountID) -> [Consent] {
        table.consents(of: accountID)
    }

    /// Stores consents; each replaces an earlier one of the same account to the same document.
    ///
    /// - Parameter consents: The consents.
    public func record(_ consents: [Consent]) {
        table.record(consents)
    }

    /// Removes the consents of an account; it is no error if there are none.
    ///
    /// - Parameter accountID: The account.
    public func removeAll(of accountID: AccountID) {
        table.removeAll(of: accountID)
    }
}
