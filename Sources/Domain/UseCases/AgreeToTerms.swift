#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A use case that stores an account's agreement to documents.
public struct AgreeToTerms: Sendable {
    private let service: any AccountService
    private let sessions: CurrentSession
    private let consents: any ConsentRepository

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - service: Checks that the account of the session exists.
    ///   - sessions: The session of the user, which is complete after the agreement.
    ///   - consents: The store of the consents.
    public init(
        service: any AccountService,
        sessions: CurrentSession,
        consents: any ConsentRepository
    ) {
        self.service = service
        self.sessions = sessions
        self.consents = consents
    }

    /// Stores the agreement to each document, unless the account has agreed to that version or a higher one before.
    ///
    /// - Parameters:
    ///   - documents: The documents that the user has agreed to.
    ///   - session: The session of the user.
    /// - Returns: All consents of the account, withdrawn ones included, ordered by the name of the document and the
    ///   date.
    /// - Throws: ``AgreeToTermsError``.
    @discardableResult
    public func callAsFunction(
        to documents: [ConsentDocument],
        by session: Session
    ) async throws(AgreeToTermsError) -> [Consent] {
        guard try await isOfAccount(session) else { throw .sessionEnded }
        do {
            let all = try await consents.agree(to: documents, by: session.accountID, at: sessions.dates.now)
            // If the account was deleted since the first check, the next owner of the ID would inherit the agreement. A
            // deletion after this check removes the agreement. If this check fails, the first one counts.
            let isDeleted = (try? await isOfAccount(session)) == false
            guard isDeleted else {
                await sessions.didAgree(session, to: documents)
                return all
            }
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
}

extension ConsentRepository {
    /// Stores the agreement to documents, except those to which the account agrees in that version or a higher one.
    ///
    /// - Returns: All consents of the account.
    func agree(
        to documents: [ConsentDocument],
        by accountID: AccountID,
        at date: Date
    ) async throws(StorageError) -> [Consent] {
        let known = try await consents(of: accountID)
        var new: [Consent] = []
        // The highest version of a document comes first, so that it covers the others.
        for document in documents.sorted(by: { ($0.name, $1.version) < ($1.name, $0.version) }) {
            guard !(known + new).contains(where: { $0.withdrawnAt == nil && $0.document.covers(document) }) else {
                continue
            }
            new.append(Consent(accountID: accountID, document: document, agreedAt: date))
        }
        guard !new.isEmpty else { return known }
        try await record(new)
        // The result is not read from the store, because a failure would hide that the agreement is stored.
        return (known + new).sorted { ($0.document.name, $0.agreedAt) < ($1.document.name, $1.agreedAt) }
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
