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

    public func all() -> [Consent] {
        table.all
    }

    public func consents(of accountID: AccountID) -> [Consent] {
        table.consents(of: accountID)
    }

    public func record(_ consents: [Consent]) {
        table.record(consents)
    }

    public func removeAll(of accountID: AccountID) {
        table.removeAll(of: accountID)
    }
}
