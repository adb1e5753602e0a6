/// A use case that finds the terms that a user has to agree to before signing in.
public struct ReviewTerms: Sendable {
    /// The documents, in their current versions.
    public let terms: Terms

    let consents: any ConsentRepository

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - terms: The documents, in their current versions.
    ///   - consents: The store of the consents.
    public init(terms: Terms, consents: any ConsentRepository) {
        self.terms = terms
        self.consents = consents
    }

    /// Returns whether an account on this device has agreed to all required terms.
    ///
    /// If so, an app can show the next user a link instead of the full terms.
    ///
    /// - Returns: Whether there is such an account.
    /// - Throws: ``StorageError`` if the consents cannot be read.
    public func areAgreedOnDevice() async throws(StorageError) -> Bool {
        let accounts = Dictionary(grouping: try await consents.all(), by: \.accountID)
        return accounts.values.contains { terms.missing(given: $0).isEmpty }
    }

    /// Returns the required documents that are missing before the ID is known: none if an account on this device has agreed.
    func missingHere(agreeingTo documents: [ConsentDocument]) async throws(StorageError) -> [ConsentDocument] {
        guard !terms.required.isEmpty, try await !areAgreedOnDevice() else { return [] }
        return terms.missing(given: [], agreeingTo: documents)
    }

    /// Returns the consents of an account, with their history.
    ///
    /// - Parameter accountID: The account, whether it exists or not.
    /// - Returns: All consents of the account, withdrawn ones included, ordered by the name of the document and the
    ///   date.
    /// - Throws: ``StorageError`` if the consents cannot be read.
    public func consents(of accountID: AccountID) async throws(StorageError) -> [Consent] {
        try await consents.consents(of: accountID)
    }

    /// Returns the required documents that an account has not agreed to in their current versions.
    ///
    /// - Parameters:
    ///   - accountID: The account, whether it exists or not.
    ///   - documents: The documents to which the user agrees now.
    /// - Returns: The missing documents.
    /// - Throws: ``StorageError`` if the consents cannot be read.
    public func missing(
        for accountID: AccountID,
        agreeingTo documents: [ConsentDocument] = []
    ) async throws(StorageError) -> [ConsentDocument] {
        guard !terms.required.isEmpty else { return [] }
        return terms.missing(given: try await consents.consents(of: accountID), agreeingTo: documents)
    }
}
