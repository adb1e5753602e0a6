public import Domain
import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// An address is confirmed by `verify`, and a second factor by `answerChallenge`.
extension RemoteAccountService: ChallengeAnswering {
    /// The seconds between two messages, unless the server says otherwise.
    static let pause: TimeInterval = 60

    public func addressConfirmation(
        of accountID: AccountID,
        _ id: ChallengeID,
        at address: EmailAddress?,
        sentAt: Date
    ) -> Challenge? {
        guard offers(.verify) else { return nil }
        let endpoint = [.signUp, .signIn].lazy.compactMap { api[$0] }.first {
            $0.response.kinds.contains { $0.purpose == .addressConfirmation }
        }
        let kind =
            endpoint?.response.kinds.contains(.confirmByCode) == true ? ResponseKind.confirmByCode : .confirmByLink
        return Challenge(
            id: id,
            accountID: accountID,
            kind: kind.challengeKind(length: endpoint?.challenge?.length, destination: nil),
            purpose: .addressConfirmation,
            address: address,
            sentAt: sentAt,
            resendAt: canResendConfirmation(of: accountID, at: address) ? sentAt + Self.pause : nil
        )
    }

    /// Returns whether the server sends a message again, whose address must be known if the server asks for it.
    private func canResendConfirmation(of accountID: AccountID, at address: EmailAddress?) -> Bool {
        offers(.resendVerification)
            && (!needsEmail(.resendVerification) || address != nil || (try? EmailAddress(accountID.text)) != nil)
    }

    /// Sends an answer.
    ///
    /// - Parameters:
    ///   - challenge: The step.
    ///   - confirmation: The code, and the identity of the account in the link.
    /// - Returns: The authentication, a further step, or `.confirmed` if a confirmed address comes without a token.
    /// - Throws: `ChallengeError`; a refusal that says nothing else is `.wrong`.
    public func answer(
        _ challenge: Challenge,
        with confirmation: AccountConfirmation
    ) async throws(ChallengeError) -> ChallengeOutcome {
        var values = try captured(challenge)
        values.merge(confirmation.values(of: challenge.accountID)) { _, own in own }
        let action: AccountAction = challenge.purpose == .addressConfirmation ? .verify : .answerChallenge
        let response = await send(action, values)
        switch response {
        case .accepted(let acceptance):
            let authentication = authentication(acceptance, challenge.accountID)
            guard authentication != nil || challenge.purpose == .addressConfirmation else {
                throw .service(.remote(.tokenMissing))
            }
            begunChallenges.remove(challenge.id)
            await removeOperations(of: challenge.accountID)
            return authentication.map { .authenticated($0) } ?? .confirmed
        case .challenge(let step):
            begunChallenges.remove(challenge.id)
            return .challenge(self.challenge(step, of: challenge.accountID))
        default: throw failure(of: challenge, response)
        }
    }

    public func resend(_ challenge: Challenge) async throws(ResendError) -> Challenge {
        do throws(ChallengeError) {
            return try await sentAgain(challenge)
        } catch {
            switch error {
            case .throttled(let until): throw .throttled(until: until)
            case .service(let failure): throw .service(failure)
            case .wrong, .expired, .used, .tooManyAttempts, .unknown: throw .unknown
            }
        }
    }

    private func sentAgain(_ challenge: Challenge) async throws(ChallengeError) -> Challenge {
        var values = try captured(challenge)
        values[.id] = challenge.accountID.text
        values[Placeholder(.email)] = challenge.address?.text ?? challenge.accountID.text
        let action: AccountAction =
            challenge.purpose == .addressConfirmation ? .resendVerification : .resendChallenge
        let response = await send(action, values)
        guard case .challenge(var step) = response else { throw failure(of: challenge, response) }
        step.captured.merge(values.filter { ![.id, .code, .uid].contains($0.key) }) { new, _ in new }
        return self.challenge(step, of: challenge.accountID, replacing: challenge)
    }

    public func cancel(_ challenge: Challenge) async {
        guard let values = begunChallenges.remove(challenge.id), offers(.cancelChallenge) else { return }
        // A server that does not hear it lets the step expire.
        _ = await send(.cancelChallenge, values.merging([.id: challenge.accountID.text]) { captured, _ in captured })
    }

    /// Begins the step that the response to a correct password or a sign-up asks for.
    func begin(
        _ step: AccountResponse.Step,
        of accountID: AccountID,
        at address: EmailAddress? = nil
    ) async -> Challenge {
        await removeOperations(of: accountID)
        return challenge(step, of: accountID, at: address)
    }

    /// Returns a step that a response asks for, and keeps what the answer to a second factor repeats.
    private func challenge(
        _ step: AccountResponse.Step,
        of accountID: AccountID,
        at address: EmailAddress? = nil,
        replacing old: Challenge? = nil
    ) -> Challenge {
        let id = old?.id ?? ChallengeID(keys.next())
        let purpose = old?.purpose ?? step.kind.purpose ?? .secondFactor
        let kind = old?.kind ?? step.kind.challengeKind(length: step.length, destination: step.destination)
        if purpose == .secondFactor { begunChallenges.add(step.captured, for: id) }
        let address = old?.address ?? address
        let canResend =
            purpose == .secondFactor
            ? offers(.resendChallenge) : canResendConfirmation(of: accountID, at: address)
        return Challenge(
            id: id,
            accountID: accountID,
            kind: kind,
            purpose: purpose,
            address: address,
            sentAt: dates.now,
            resendAt: canResend && kind != .totp ? step.resendAt ?? dates.now + Self.pause : nil,
            expiresAt: step.expiresAt,
            attemptsLeft: step.attemptsLeft ?? old?.attemptsLeft
        )
    }

    /// Returns what the answer repeats; none for an address.
    private func captured(_ challenge: Challenge) throws(ChallengeError) -> RequestValues {
        guard challenge.purpose == .secondFactor else { return [:] }
        guard let values = begunChallenges[challenge.id] else { throw .unknown }
        return values
    }

    private func failure(of challenge: Challenge, _ response: AccountResponse) -> ChallengeError {
        let error: ChallengeError =
            switch response {
            case .invalidCode(let error): error
            // The server has forgotten the step.
            case .gone, .failed(.tokenRefused): .unknown
            case .failed(.remote(.throttled(let wait))):
                .throttled(until: wait.map { dates.now + TimeInterval($0.components.seconds) })
            case .failed(let failure): .service(failure)
            case .accepted, .challenge, .duplicateAccount, .invalidCredentials: .service(.remote(.pathError))
            }
        if error.endsChallenge { begunChallenges.remove(challenge.id) }
        return error
    }
}

/// What the server needs to recognize the steps that have begun; it is nowhere else.
package final class BegunChallenges: Sendable {
    /// The number of steps that are kept; an older one is unknown.
    private static let limit = 16

    private let steps = Mutex<[(id: ChallengeID, values: RequestValues)]>([])

    subscript(id: ChallengeID) -> RequestValues? { steps.withLock { $0.first { $0.id == id }?.values } }

    package func add(_ values: RequestValues, for id: ChallengeID) {
        steps.withLock { steps in
            steps.removeAll { $0.id == id }
            steps.append((id, values))
            if steps.count > Self.limit { steps.removeFirst() }
        }
    }

    @discardableResult
    func remove(_ id: ChallengeID) -> RequestValues? {
        steps.withLock { steps in
            let values = steps.first { $0.id == id }?.values
            steps.removeAll { $0.id == id }
            return values
        }
    }
}
