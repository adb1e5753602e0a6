public import Domain
import Testing

/// A step that has begun at a service, for the contract of its answers.
public struct BegunChallenge: Sendable {
    let service: any ChallengeAnswering
    let challenge: Challenge
    let code: @Sendable () async -> String
    let wait: @Sendable () -> Void

    /// Creates the subject of a contract.
    ///
    /// - Parameters:
    ///   - service: The service.
    ///   - challenge: A step that has begun there.
    ///   - code: Returns the right code at present, such as that of the last message.
    ///   - wait: Lets the time pass until a message can be sent again.
    public init(
        _ service: any ChallengeAnswering,
        _ challenge: Challenge,
        code: @escaping @Sendable () async -> String,
        wait: @escaping @Sendable () -> Void
    ) {
        self.service = service
        self.challenge = challenge
        self.code = code
        self.wait = wait
    }
}

/// The contract of every service that asks for steps before a session.
public typealias ChallengeAnsweringContract = Contract<BegunChallenge>

extension ChallengeAnsweringContract {
    /// The promises, as the arguments of a test.
    public static var promises: [ContractPromise<Self>] {
        [
            promise("the right code completes the step of its account") { subject in
                let outcome = try await subject.answer()
                if case .authenticated(let authentication) = outcome {
                    #expect(authentication.accountID == subject.challenge.accountID)
                }
            },
            promise("a wrong code is told, and the right one still completes the step") { subject in
                let right = await subject.code()
                let error = await subject.error(of: right + "x")
                guard case .wrong = error else { return record("a wrong code: \(String(describing: error))") }
                _ = try await subject.answer()
            },
            promise("a code works once") { subject in
                let code = await subject.code()
                _ = try await subject.answer()
                switch await subject.error(of: code) {
                case .used, .wrong, .unknown: break
                case let error: record("a used code: \(String(describing: error))")
                }
            },
            promise("a message that is sent again keeps the step, and its code completes it") { subject in
                let old = subject.challenge
                guard old.resendAt != nil else { return }
                subject.wait()
                let new = try await subject.service.resend(old)
                #expect([new.id.text, new.accountID.text] == [old.id.text, old.accountID.text])
                #expect(new.kind == old.kind && new.purpose == old.purpose && new.sentAt > old.sentAt)
                _ = try await subject.service.answer(new, with: AccountConfirmation(code: await subject.code()))
            },
            promise("a second factor that was cancelled is unknown, and cancelling it twice is no error") { subject in
                let code = await subject.code()
                await subject.service.cancel(subject.challenge)
                await subject.service.cancel(subject.challenge)
                if subject.challenge.purpose == .secondFactor {
                    #expect(await subject.error(of: code) == .unknown)
                }
            },
            promise("the confirmation of an address can be made again after a relaunch") { subject in
                let old = subject.challenge
                guard old.purpose == .addressConfirmation else { return }
                let again = try #require(
                    subject.service.addressConfirmation(of: old.accountID, old.id, at: old.address, sentAt: old.sentAt)
                )
                #expect(again.id == old.id && again.accountID == old.accountID && again.purpose == old.purpose)
                _ = try await subject.service.answer(again, with: AccountConfirmation(code: await subject.code()))
            },
        ]
    }

    private static func record(_ comment: String) { Issue.record("\(comment)") }
}

extension BegunChallenge {
    /// Answers with the right code.
    fileprivate func answer() async throws(ChallengeError) -> ChallengeOutcome {
        try await service.answer(challenge, with: AccountConfirmation(code: await code()))
    }

    /// Returns the error of an answer, or nil if it was accepted.
    fileprivate func error(of code: String) async -> ChallengeError? {
        do throws(ChallengeError) {
            _ = try await service.answer(challenge, with: AccountConfirmation(code: code))
            return nil
        } catch {
            return error
        }
    }
}
