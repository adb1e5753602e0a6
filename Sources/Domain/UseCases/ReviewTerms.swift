/// Finds out which terms are still to be agreed to before somebody signs in.
public struct ReviewTerms: Sendable {
    /// The documents, in their present versions.
    public let terms: Terms

    private let consents: any ConsentRepository

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - terms: The documents, in their present versions.
    ///   - consents: Where agreements are kept.
    public init(terms: Terms, consents: any ConsentRepository) {
        self.terms = terms
        self.consents = consents
    }

    /// Tells whether some account has agreed here to all that is required, so that the next one need not be asked at
    /// large.
    ///
    /// - Returns: Whether there is such an account.
    /// - Throws: ``StorageError`` where the agreements cannot be read.
    public func areAgreedHere() async throws(StorageError) -> Bool {
        let accounts = Dictionary(grouping: try await consents.all(), by: \.accountID)
        return accounts.values.contains { terms.missing(given: $0).isEmpty }
    }

    /// Finds the required documents that an account has not agreed to in their present versions.
    ///
    /// - Parameter accountID: The account, whether it exists or not.
    /// - Returns: The documents; none where everything is agreed to.
    /// - Throws: ``StorageError`` where the agreements cannot be read.
    public func missing(for accountID: AccountID) async throws(StorageError) -> [ConsentDocument] {
        terms.missing(given: try await consents.consents(of: accountID))
    }
}
