public import Domain

/// Agreements to terms that are remembered as long as this object lives.
public actor InMemoryConsentRepository: ConsentRepository {
    private var table = ConsentTable()

    /// Creates a repository.
    ///
    /// - Parameter consents: Its consents; of several of one account to one document, the last one is stored.
    public init(_ consents: [Consent] = []) {
        table.record(consents)
    }

    /// Reads every stored consent, of all accounts.
    ///
    /// - Returns: The consents, ordered by account and then by the name of the document.
    public func all() -> [Consent] {
        table.all
    }

    /// Reads the consents of one account.
    ///
    /// - Parameter accountID: Whose consents to read.
    /// - Returns: One consent a document, ordered by the name of the document.
    public func consents(of accountID: AccountID) -> [Consent] {
        table.consents(of: accountID)
    }

    /// Stores consents, each in place of an earlier one of the same account to a document of that name.
    ///
    /// - Parameter consents: The consents to be stored.
    public func record(_ consents: [Consent]) {
        table.record(consents)
    }

    /// Forgets the consents of an account; it is no error if there are none.
    ///
    /// - Parameter accountID: Whose consents to forget.
    public func removeAll(of accountID: AccountID) {
        _ = table.removeAll(of: accountID)
    }
}
