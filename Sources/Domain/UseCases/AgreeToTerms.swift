/// A use case that stores an account's agreement to documents.
public struct AgreeToTerms: Sendable {
    private let service: any AccountService
    private let consents: any ConsentRepository
    private let dates: DateGenerator

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - service: Checks that the account of the session exists.
    ///   - consents: The store of the consents.
    ///   - dates: The clock.
    public init(service: any AccountService, consents: any ConsentRepository, dates: DateGenerator) {
        self.service = service
        self.consents = consents
        self.dates = dates
    }

    /// Stores the agreement to each document, unless the account has agreed to that version or a higher one before.
    ///
    /// - Parameters:
    ///   - documents: The documents that the user has agreed to.
    ///   - session: The session of the user.
    /// - Returns: All consents of the account, ordered by the name of the document.
    /// - Throws: ``AgreeToTermsError``.
    @discardableResult
    public func callAsFunction(
        to documents: [ConsentDocument],
        by session: Session
    ) async throws(AgreeToTermsError) -> [Consent] {
        guard try await isOfAccount(session) else { throw .sessionEnded }
        do {
            let all = try await agree(to: documents, by: session.accountID)
            // If the account was deleted since the first check, the next owner of the ID would inherit the agreement. A
            // deletion after this check removes the agreement. If this check fails, the first one counts.
            let isDeleted = (try? await isOfAccount(session)) == false
            guard isDeleted else { return all }
            try await consents.removeAll(of: session.accountID)
        } catch {
            throw .service(.storage(error))
        }
        throw .sessionEnded
    }

    private func isOfAccount(_ session: Session) async throws(AgreeToTermsError) -> Bool {
        do {
            return try await service.recognizes(session)
        } catch {
            throw .service(error)
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
        // The result is not read from the store, because a failure would hide that the agreement is stored.
        let all = agreed.values.sorted { $0.document.name < $1.document.name }
        try await consents.record(all.filter { changed.contains($0.document.name) })
        return all
    }
}

/// The reason why an agreement to terms was not stored.
public enum AgreeToTermsError: Error, Hashable, Sendable {
    /// The account was deleted; nothing of the agreement is stored.
    case sessionEnded

    /// The account service or the store failed, and nothing was changed.
    ///
    /// There is one exception: if the account was deleted at the same time, and removing the agreement failed, the
    /// agreement may be stored.
    case service(AccountServiceFailure)
}
