import AccountFlowTesting
import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A service of steps with one fault.
struct BrokenChallengeServer: ChallengeAnswering {
    enum Fault {
        /// Accepts no code.
        case refusesAll
        /// Accepts every code.
        case acceptsAll
        /// Accepts a code again.
        case acceptsAgain
        /// Begins another step for each message.
        case losesTheStep
        /// Goes on with a step that was cancelled.
        case cancelsNothing
        /// Knows no confirmation after a relaunch.
        case forgets
    }

    private let fault: Fault
    private let server: ChallengeServer
    private let first: Challenge

    private init(_ fault: Fault, _ server: ChallengeServer, _ first: Challenge) {
        (self.fault, self.server, self.first) = (fault, server, first)
    }

    /// Returns a step at a service with a fault, or without one.
    static func subject(_ fault: Fault?) -> BegunChallenge {
        let clock = ManualClock()
        let purpose: Challenge.Purpose = fault == .cancelsNothing ? .secondFactor : .addressConfirmation
        let server = ChallengeServer(.code(length: 6, destination: nil), purpose, dates: clock.dates)
        let challenge = server.begin()
        return BegunChallenge(
            fault.map { BrokenChallengeServer($0, server, challenge) } ?? server,
            challenge,
            code: { server.code(of: challenge) },
            wait: { clock.advance(by: .seconds(60)) }
        )
    }

    func addressConfirmation(
        of accountID: AccountID,
        _ id: ChallengeID,
        at address: EmailAddress?,
        sentAt: Date
    ) -> Challenge? {
        fault == .forgets ? nil : server.addressConfirmation(of: accountID, id, at: address, sentAt: sentAt)
    }

    func answer(
        _ challenge: Challenge,
        with confirmation: AccountConfirmation
    ) async throws(ChallengeError) -> ChallengeOutcome {
        switch fault {
        case .refusesAll: throw .wrong(attemptsLeft: nil)
        case .acceptsAll: return .confirmed
        case .acceptsAgain:
            do {
                return try await server.answer(challenge, with: confirmation)
            } catch .used {
                return .confirmed
            }
        case .losesTheStep, .cancelsNothing, .forgets:
            return try await server.answer(challenge, with: confirmation)
        }
    }

    func resend(_ challenge: Challenge) async throws(ResendError) -> Challenge {
        fault == .losesTheStep ? server.begin() : try await server.resend(challenge)
    }

    func cancel(_ challenge: Challenge) async {
        if fault != .cancelsNothing { await server.cancel(challenge) }
    }
}
