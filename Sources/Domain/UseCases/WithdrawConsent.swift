/// A use case that withdraws an account's consent to optional documents; the earlier consent stays in the history.
public struct WithdrawConsent: Sendable {
    private let service: any AccountService
    private let review: ReviewTerms
    private let dates: DateGenerator

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - service: Checks that the account of the session exists.
    ///   - review: The terms, and the store of the consents.
    ///   - dates: The clock.
    public init(service: any AccountService, review: ReviewTerms, dates: DateGenerator) {
        self.service = service
        self.review = review
        self.dates = dates
    }

    /// Withdraws the consent to every version of a document; it is no error if there is none.
    ///
    /// - Parameters:
    ///   - name: The name of the document.
    ///   - session: The session of the user.
    /// - Returns: All consents of the account, withdrawn ones included, ordered by the name of the document and the
    ///   date.
    /// - Throws: ``WithdrawConsentError``; in that case, nothing was changed.
    @discardableResult
    public func callAsFunction(
        to name: String,
        by session: Session
    ) async throws(WithdrawConsentError) -> [Consent] {
        guard !review.terms.required.contains(where: { $0.name == name }) else { throw .required }
        let isRecognized: Bool
        do {
            isRecognized = try await service.recognizes(session)
        } catch {
            throw .service(error)
        }
        guard isRecognized else { throw .sessionEnded }
        do {
            let known = try await review.consents.consents(of: session.accountID)
            let now = dates.now
            let withdrawn = known.map { consent in
                guard consent.document.name == name, consent.withdrawnAt == nil else { return consent }
                var consent = consent
                consent.withdrawnAt = now
                return consent
            }
            if withdrawn != known { try await review.consents.record(withdrawn) }
            return withdrawn
        } catch {
            throw .service(.storage(error))
        }
    }
}

/// The reason why a consent was not withdrawn.
public enum WithdrawConsentError: Error, Hashable, Sendable {
    /// The document is required; to withdraw the agreement, the user deletes the account.
    case required

    /// The account was deleted.
    case sessionEnded

    /// The account service or the store failed.
    case service(AccountServiceFailure)
}
