public import Domain
import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A service that asks for one step at each sign-up and sign-in, and knows the codes of its messages.
///
/// A code works once, for ten minutes. After three wrong ones the step is over. A message is sent at most once a minute.
public final class ChallengeServer: AccountService, ChallengeAnswering {
    /// The seconds for which a code is valid.
    public static let lifetime: TimeInterval = 600

    /// The seconds between two messages.
    public static let pause: TimeInterval = 60

    private struct Step {
        var code: String
        var sentAt: Date
        var attemptsLeft = 3
        var isUsed = false
    }

    private struct State {
        var steps: [ChallengeID: Step] = [:]
        var count = 0
    }

    private let kind: Challenge.Kind
    private let purpose: Challenge.Purpose
    private let dates: DateGenerator
    private let outcome: ChallengeOutcome
    private let failure: AccountServiceFailure?
    private let needsAddress: Bool
    private let state = Mutex(State())

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - kind: The kind of each step.
    ///   - purpose: The purpose of each step.
    ///   - dates: The clock of the server.
    ///   - outcome: The result of a correct answer.
    ///   - failure: The failure of each answer and message; nil for none.
    ///   - needsAddress: Whether messages are sent only to an address that is not the ID.
    public init(
        _ kind: Challenge.Kind = .code(length: 6, destination: nil),
        _ purpose: Challenge.Purpose = .secondFactor,
        dates: DateGenerator = .constant(.stub),
        outcome: ChallengeOutcome = .authenticated(.stub()),
        failure: AccountServiceFailure? = nil,
        needsAddress: Bool = false
    ) {
        self.kind = kind
        self.purpose = purpose
        self.dates = dates
        self.outcome = outcome
        self.failure = failure
        self.needsAddress = needsAddress
    }

    /// Begins a step.
    ///
    /// - Parameters:
    ///   - accountID: The account.
    ///   - address: The e-mail address to be confirmed, if it is not the ID.
    /// - Returns: The step.
    public func begin(_ accountID: AccountID = .stub(), at address: EmailAddress? = nil) -> Challenge {
        state.withLock { state in
            state.count += 1
            let id = ChallengeID("challenge-\(state.count)")
            state.steps[id] = Step(code: Self.code(state.count), sentAt: dates.now)
            return challenge(id, accountID, at: address, attemptsLeft: 3, sentAt: dates.now)
        }
    }

    /// Returns the right code.
    ///
    /// - Parameter challenge: The step.
    /// - Returns: The code of the last message.
    public func code(of challenge: Challenge) -> String { state.withLock { $0.steps[challenge.id]?.code ?? "" } }

    private static func code(_ number: Int) -> String { String(100_000 + number) }

    private func challenge(
        _ id: ChallengeID,
        _ accountID: AccountID,
        at address: EmailAddress?,
        attemptsLeft: Int?,
        sentAt: Date
    ) -> Challenge {
        Challenge(
            id: id,
            accountID: accountID,
            kind: kind,
            purpose: purpose,
            address: address,
            sentAt: sentAt,
            resendAt: kind == .totp || needsAddress && address == nil ? nil : sentAt + Self.pause,
            expiresAt: kind == .totp ? nil : sentAt + Self.lifetime,
            attemptsLeft: attemptsLeft
        )
    }

    public func register(_ registration: Registration) async throws(RegistrationError) -> RegistrationOutcome {
        .challenge(begin(registration.id, at: registration.profile.email))
    }

    public func authenticate(
        _ id: AccountID,
        password: Password
    ) async throws(AuthenticationError) -> AuthenticationOutcome {
        .challenge(begin(id))
    }

    public func recognizes(_ session: Session) async throws(AccountServiceFailure) -> Bool { true }

    public func deleteAccount(of session: Session) async throws(AccountServiceFailure) -> Bool { true }

    public func addressConfirmation(
        of accountID: AccountID,
        _ id: ChallengeID,
        at address: EmailAddress?,
        sentAt: Date
    ) -> Challenge? {
        purpose == .secondFactor ? nil : challenge(id, accountID, at: address, attemptsLeft: nil, sentAt: sentAt)
    }

    public func answer(
        _ challenge: Challenge,
        with confirmation: AccountConfirmation
    ) async throws(ChallengeError) -> ChallengeOutcome {
        if Task.isCancelled { throw .service(.cancelled) }
        if let failure { throw .service(failure) }
        let now = dates.now
        return try state.withLock { state throws(ChallengeError) in
            guard var step = state.steps[challenge.id] else { throw .unknown }
            guard !step.isUsed else { throw .used }
            guard step.attemptsLeft > 0 else { throw .tooManyAttempts }
            guard step.code == confirmation.code else {
                step.attemptsLeft -= 1
                state.steps[challenge.id] = step
                throw .wrong(attemptsLeft: step.attemptsLeft)
            }
            guard now < step.sentAt + Self.lifetime else { throw .expired }
            state.steps[challenge.id]?.isUsed = true
            return outcome
        }
    }

    public func resend(_ challenge: Challenge) async throws(ResendError) -> Challenge {
        if let failure { throw .service(failure) }
        guard kind != .totp else { throw .service(.notOffered) }
        let now = dates.now
        return try state.withLock { state throws(ResendError) in
            guard let step = state.steps[challenge.id] else { throw .unknown }
            guard now >= step.sentAt + Self.pause else { throw .throttled(until: step.sentAt + Self.pause) }
            state.count += 1
            state.steps[challenge.id]?.code = Self.code(state.count)
            state.steps[challenge.id]?.sentAt = now
            return self.challenge(
                challenge.id,
                challenge.accountID,
                at: challenge.address,
                attemptsLeft: step.attemptsLeft,
                sentAt: now
            )
        }
    }

    public func cancel(_ challenge: Challenge) async {
        state.withLock { $0.steps[challenge.id] = nil }
    }
}
