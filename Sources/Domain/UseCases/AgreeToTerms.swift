/// Stores an account's agreement to documents.
public struct AgreeToTerms: Sendable {
    private let consents: any ConsentRepository
    private let dates: DateSource

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - consents: Where agreements are kept.
    ///   - dates: Tells when the agreement is made.
    public init(consents: any ConsentRepository, dates: DateSource) {
        self.consents = consents
        self.dates = dates
    }

    /// Stores the agreement to documents that were not agreed to yet in that version or a higher one.
    ///
    /// Agreeing twice keeps the date of the first time.
    ///
    /// - Parameters:
    ///   - documents: What is agreed to.
    ///   - accountID: Who agrees.
    /// - Returns: All that the account has agreed to by now, ordered by the name of the document.
    /// - Throws: `AgreeToTermsError.storage`; nothing was changed then.
    @discardableResult
    public func callAsFunction(
        to documents: [ConsentDocument],
        by accountID: AccountID
    ) async throws(AgreeToTermsError) -> [Consent] {
        do {
            let known = try await consents.consents(of: accountID)
            let now = dates.now
            var agreed = Dictionary(known.map { ($0.document.name, $0) }) { first, _ in first }
            var changed: Set<String> = []
            for document in documents {
                if let earlier = agreed[document.name], earlier.document.version >= document.version { continue }
                agreed[document.name] = Consent(accountID: accountID, document: document, agreedAt: now)
                changed.insert(document.name)
            }
            guard !changed.isEmpty else { return known }
            // The answer is not read back: a read that fails then would deny what has been stored.
            let all = agreed.values.sorted { $0.document.name < $1.document.name }
            try await consents.record(all.filter { changed.contains($0.document.name) })
            return all
        } catch {
            throw .storage(error)
        }
    }
}
