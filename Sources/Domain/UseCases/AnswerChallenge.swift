#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A use case that completes a step of a sign-in or sign-up, and starts the session if it was the last one.
///
/// It also sends the message of a step again, and forgets a step.
public struct AnswerChallenge: Sendable {
    private let answering: any ChallengeAnswering
    private let owners: (any SessionVerifying)?
    private let openSession: OpenSession
    private let confirmations: PendingConfirmations
    private var dates: DateGenerator { openSession.sessions.dates }

    /// The addresses, or the IDs instead of unknown ones, that were confirmed since the launch, by their accounts.
    package let confirmed = StateStream<[AccountID: String]>([:])

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - service: Checks the answer.
    ///   - owners: Looks up the address of the signed-in user; nil if only the session knows it.
    ///   - operations: The store of addresses to be confirmed.
    ///   - sessions: The session of the user.
    ///   - review: Finds the terms that users must agree to; nil if there are none.
    public init(
        service: any AccountService & ChallengeAnswering,
        owners: (any SessionVerifying)? = nil,
        operations: any PendingOperationRepository,
        sessions: CurrentSession,
        review: ReviewTerms? = nil
    ) {
        answering = service
        self.owners = owners
        openSession = OpenSession(service: service, sessions: sessions, review: review)
        confirmations = PendingConfirmations(operations: operations)
    }

    /// Answers a step.
    ///
    /// A missing agreement is reported before the answer is checked, because a code works once. No session starts
    /// without it.
    ///
    /// - Parameters:
    ///   - challenge: The step.
    ///   - confirmation: The code, as the user typed it or as the link contains it.
    ///   - documents: The documents to which the user has agreed with the sign-in.
    ///   - remember: Whether the next launch restores the session.
    /// - Returns: The new session, a further step, or why the user has to sign in.
    /// - Throws: ``AnswerChallengeError``; in that case, no session has started.
    public func callAsFunction(
        _ challenge: Challenge,
        with confirmation: AccountConfirmation,
        agreeingTo documents: [ConsentDocument] = [],
        remember: Bool = true
    ) async throws(AnswerChallengeError) -> ChallengeStep {
        let missing: [ConsentDocument]
        let isFull: Bool
        do {
            isFull = try await openSession.isFull(for: challenge.accountID)
            missing = try await self.missing(for: challenge, agreeingTo: documents)
        } catch {
            throw .service(.storage(error))
        }
        guard !isFull else { throw .tooManyAccounts }
        guard missing.isEmpty else { throw .termsRequired(missing) }

        let outcome: ChallengeOutcome
        do {
            outcome = try await answering.answer(challenge, with: confirmation)
        } catch {
            if error.endsChallenge { await confirmations.remove(challenge.accountID) }
            throw AnswerChallengeError(error)
        }
        await confirmations.remove(challenge.accountID)
        if challenge.purpose == .addressConfirmation {
            let id = challenge.accountID
            confirmed.send(confirmed.state.merging([id: challenge.address?.text ?? id.text]) { $1 })
        }
        switch outcome {
        case .confirmed: return .signInRequired
        case .challenge(let next):
            await confirmations.store(next)
            return .challenge(next)
        case .authenticated(let authentication):
            do {
                return .done(try await openSession(for: authentication, agreeingTo: documents, remember: remember))
            } catch {
                switch error {
                case .cancelled: return .signInCancelled
                case .agreementNotSaved(let error): return .agreementNotSaved(error)
                // The sign-in says what is missing. Only a session that replaces another one finds that one ended.
                case .accountDeleted, .termsRequired, .full, .ended: return .signInRequired
                }
            }
        }
    }

    /// Returns the documents without which no session would start.
    ///
    /// Without a password, the agreement of one account is not checked, because it would reveal which IDs have agreed.
    private func missing(
        for challenge: Challenge,
        agreeingTo documents: [ConsentDocument]
    ) async throws(StorageError) -> [ConsentDocument] {
        guard let review = openSession.review else { return [] }
        return switch challenge.purpose {
        case .addressConfirmation: try await review.missingHere(agreeingTo: documents)
        case .secondFactor: try await review.missing(for: challenge.accountID, agreeingTo: documents)
        }
    }

    /// Sends the message of a step again, unless the last one was sent a short time ago.
    ///
    /// - Parameter challenge: The step.
    /// - Returns: The same step with new dates.
    /// - Throws: ``ResendError``; `.throttled` before ``Challenge/resendAt``.
    public func resend(_ challenge: Challenge) async throws(ResendError) -> Challenge {
        guard challenge.resendAt != nil else { throw .service(.notOffered) }
        if let earliest = challenge.earliestResend(at: dates.now) { throw .throttled(until: earliest) }
        let sent = try await answering.resend(challenge)
        await confirmations.store(sent)
        return sent
    }

    /// Forgets a step.
    ///
    /// The account stays, and the next sign-in begins another step.
    ///
    /// - Parameter challenge: The step.
    public func cancel(_ challenge: Challenge) async {
        await confirmations.remove(challenge.accountID)
        await answering.cancel(challenge)
    }

    /// Returns the step that confirms the address of an account, such as for a link that opens the app.
    ///
    /// It is unknown when its last message was sent, so another one can be sent at once.
    ///
    /// - Parameters:
    ///   - accountID: The account, whether it exists or not.
    ///   - address: The e-mail address to be confirmed, if it is known and is not the ID.
    /// - Returns: The step, or nil if the service confirms no addresses.
    public func confirmation(of accountID: AccountID, at address: EmailAddress? = nil) -> Challenge? {
        answering.addressConfirmation(of: accountID, ChallengeID(accountID.text), at: address, sentAt: .distantPast)
    }

    /// Offers the confirmation of a new address, also after a relaunch, if the service confirms addresses.
    ///
    /// The service has sent the message by itself, or sends it when the user requests it.
    ///
    /// - Returns: The confirmation of an earlier address of the account, for ``restoreConfirmation(_:of:)``.
    @discardableResult
    func expectConfirmation(of accountID: AccountID, at address: EmailAddress?) async -> PendingOperation? {
        let (id, now) = (ChallengeID(accountID.text), dates.now)
        let step = answering.addressConfirmation(of: accountID, id, at: address, sentAt: now)
        guard let step else { return nil }
        return await confirmations.store(step)
    }

    /// Offers a confirmation that the service has begun, also after a relaunch.
    func expectConfirmation(_ challenge: Challenge) async { await confirmations.store(challenge) }

    /// Offers an earlier confirmation again, or none, if the new address needs none after all.
    func restoreConfirmation(_ earlier: PendingOperation?, of accountID: AccountID) async {
        guard confirmation(of: accountID) != nil else { return }
        await confirmations.replace(accountID, with: earlier)
    }

    /// Returns the last confirmation of an address that was not completed, such as after a relaunch.
    ///
    /// - Returns: The step, or nil if there is none.
    /// - Throws: ``StorageError`` if the store cannot be read.
    public func pending() async throws(StorageError) -> Challenge? {
        try await confirmations.last(at: dates.now).flatMap { operation in
            answering.addressConfirmation(
                of: operation.accountID,
                ChallengeID(operation.key),
                at: operation.address,
                sentAt: operation.begunAt
            )
        }
    }

    /// Returns the step that confirms the address of the signed-in user, which the service is asked for; nil if it
    /// confirms no addresses, or says that this one is confirmed.
    ///
    /// Some servers return no address at sign-in. If the service cannot be asked, the copy in the session counts.
    package func confirmation(for session: Session) async -> Challenge? {
        guard let known = confirmation(of: session.accountID, at: session.profile.email) else { return nil }
        guard let owners else { return known }
        // An operation of the user finds out why.
        let owner = try? await openSession.sessions.authorized { current throws(AccountServiceFailure) in
            current.id == session.id ? try await owners.owner(of: current) : nil
        }
        guard let owner else { return known }
        return owner.isAddressConfirmed ? nil : confirmation(of: session.accountID, at: owner.profile.email)
    }

    /// Sends the message that confirms the address of an account, unless one was sent a short time ago; throws
    /// `.service(.notOffered)` if the service confirms no addresses.
    package func confirmAddress(
        of accountID: AccountID,
        at address: EmailAddress? = nil
    ) async throws(ResendError) -> Challenge {
        // If the store cannot be read, the service decides about another message.
        let pending = try? await self.pending()
        guard let step = pending?.accountID == accountID ? pending : confirmation(of: accountID, at: address) else {
            throw .service(.notOffered)
        }
        do throws(ResendError) {
            return try await resend(step)
        } catch .throttled(let until) where until == step.resendAt {
            return step
        }
    }
}

/// The result of a correct answer.
public enum ChallengeStep: Hashable, Sendable {
    /// The user is signed in.
    case done(OpenedSession)

    /// The user has to complete another step.
    case challenge(Challenge)

    /// No session has started, so the user has to sign in: the service starts none, or something is missing for it.
    case signInRequired

    /// The task was cancelled before the session was stored, so the user has to sign in again.
    case signInCancelled

    /// The agreement to the terms could not be stored, so no session has started, and the user has to sign in again.
    case agreementNotSaved(StorageError)
}

/// The reason why an answer was not accepted, or not even checked.
public enum AnswerChallengeError: Error, Hashable, Sendable {
    /// The code is wrong; with the number of further attempts, or nil if the service does not say.
    case wrong(attemptsLeft: Int?)

    /// The code has expired.
    case expired

    /// The code was used before.
    case used

    /// There were too many wrong codes, so the user has to begin again.
    case tooManyAttempts

    /// Attempts are rejected until this date, or for an unknown time if it is nil.
    case throttled(until: Date?)

    /// The service does not know the step, such as after a relaunch, so the user has to sign in again.
    case unknown

    /// The account has not agreed to these documents in their current versions; the answer was not checked.
    case termsRequired([ConsentDocument])

    /// ``StoredSessions/limit`` other accounts are signed in on this device; the answer was not checked.
    case tooManyAccounts

    /// The account service, the store of the session or the store of the consents failed.
    case service(AccountServiceFailure)

    package init(_ error: ChallengeError) {
        switch error {
        case .wrong(let left): self = .wrong(attemptsLeft: left)
        case .expired: self = .expired
        case .used: self = .used
        case .tooManyAttempts: self = .tooManyAttempts
        case .throttled(let until): self = .throttled(until: until)
        case .unknown: self = .unknown
        case .service(let failure): self = .service(failure)
        }
    }
}
