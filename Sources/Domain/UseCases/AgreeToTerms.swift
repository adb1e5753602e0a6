/// Stores an account's agreement to documents.
public struct AgreeToTerms: Sendable {
    private let service: any AccountService
    private let consents: any ConsentRepository
    private let dates: DateGenerator

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - service: Tells whether there is an account to agree for.
    ///   - consents: Where agreements are kept.
    ///   - dates: Tells when the agreement is made.
    public init(
        service: any AccountService,
        consents: any ConsentRepository,
        dates: DateGenerator
    ) {
        self.service = service
        self.consents = consents
        self.dates = dates
    }

    /// Stores the agreement to documents that were not agreed to yet in that version or a higher one.
    ///
    /// Agreeing twice keeps the date of the first time.
    ///
    /// - Parameters:
    ///   - documents: What is agreed to.
    ///   - session: The session of whoever agrees.
    /// - Returns: All that the account has agreed to by now, ordered by the name of the document.
    /// - Throws: `AgreeToTermsError.sessionEnded` where the account is gone; `.failed` where the service or the store
    ///   could not do its work.
    @discardableResult
    public func callAsFunction(
        to documents: [ConsentDocument],
        by session: Session
    ) async throws(AgreeToTermsError) -> [Consent] {
        guard try await isOfAccount(session) else { throw .sessionEnded }
        do {
            let all = try await agree(to: documents, by: session.accountID)
            // A deletion that has gone by meanwhile would leave the agreement to the next owner of the ID, whereas
            // one that is still to come removes it. Where nobody can tell, the first look counts.
            let isDeleted = (try? await isOfAccount(session)) == false
            guard isDeleted else { return all }
            try await consents.removeAll(of: session.accountID)
        } catch {
            throw .failed(.storage(error))
        }
        throw .sessionEnded
    }

    private func isOfAccount(_ session: Session) async throws(AgreeToTermsError) -> Bool {
        do {
            return try await service.recognizes(session)
        } catch {
            throw .failed(error)
        }
    }

    private func agree(
        to documents: [ConsentDocument],
        by accountID: AccountID
    ) async throws(StorageError) -> [Consent] {
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
    }
}

/// Why an agreement to terms was not stored.
public enum AgreeToTermsError: Error, Hashable, Sendable {
    /// The session is of no account any more; nothing of the agreement is stored.
    case sessionEnded

    /// The account service or the store could not do its work; nothing was changed, unless the account was deleted
    /// meanwhile and its agreement could not be removed again.
    case failed(AccountServiceFailure)
}
