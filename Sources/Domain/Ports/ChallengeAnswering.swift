#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An account service that asks for a further step before a session starts.
public protocol ChallengeAnswering: Sendable {
    /// Returns the step that confirms the address of an account, such as after a relaunch.
    ///
    /// - Parameters:
    ///   - accountID: The account, whether it exists or not.
    ///   - id: The identity of the step.
    ///   - address: The e-mail address, if it is known and is not the ID.
    ///   - sentAt: The date of the last message.
    /// - Returns: The step, or nil if the service confirms no addresses.
    func addressConfirmation(
        of accountID: AccountID,
        _ id: ChallengeID,
        at address: EmailAddress?,
        sentAt: Date
    ) -> Challenge?

    /// Checks the answer of a user.
    ///
    /// - Parameters:
    ///   - challenge: The step.
    ///   - confirmation: The code, as the user typed it or as the link contains it.
    /// - Returns: The authentication that starts a session, a further step, or ``ChallengeOutcome/confirmed``.
    /// - Throws: ``ChallengeError``. The user can answer again unless it ``ChallengeError/endsChallenge``.
    func answer(
        _ challenge: Challenge,
        with confirmation: AccountConfirmation
    ) async throws(ChallengeError) -> ChallengeOutcome

    /// Sends the message of a step again.
    ///
    /// - Parameter challenge: The step.
    /// - Returns: The same step with new dates.
    /// - Throws: ``ResendError``, with `.service(.notOffered)` if there are no further messages.
    func resend(_ challenge: Challenge) async throws(ResendError) -> Challenge

    /// Forgets a step that the user has left; a service that cannot be told forgets it later.
    ///
    /// - Parameter challenge: The step.
    func cancel(_ challenge: Challenge) async
}

/// The result of a correct answer.
public enum ChallengeOutcome: Hashable, Sendable {
    /// The owner of the account is authenticated.
    case authenticated(Authentication)

    /// The owner of the account has to complete another step.
    case challenge(Challenge)

    /// The address is confirmed, and the user has to sign in.
    case confirmed
}

/// The reason why an answer was not accepted.
public enum ChallengeError: Error, Hashable, Sendable {
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

    /// The service failed.
    case service(AccountServiceFailure)

    /// Whether no answer can complete the step anymore, so that the user has to begin again.
    public var endsChallenge: Bool {
        switch self {
        case .tooManyAttempts, .unknown: true
        case .wrong, .expired, .used, .throttled, .service: false
        }
    }
}

/// The reason why the message of a step was not sent again.
public enum ResendError: Error, Hashable, Sendable {
    /// Messages are rejected until this date, or for an unknown time if it is nil.
    case throttled(until: Date?)

    /// The service does not know the step anymore, so the user has to sign in again.
    case unknown

    /// The service failed.
    case service(AccountServiceFailure)
}
