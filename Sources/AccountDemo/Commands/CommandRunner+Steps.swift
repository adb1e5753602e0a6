import App
import Domain
import Networking
import Presentation

/// The steps before a session, such as the confirmation of an address.
extension CommandRunner {
    /// Confirms an address with a code or a link, or requests the message again.
    package func confirm() async -> CommandResult {
        let challenge: Challenge?
        do {
            let pending = try await composition.pendingConfirmation()
            if operand.isEmpty {
                challenge = pending
            } else {
                let id = try AccountID(operand)
                challenge = pending?.accountID == id ? pending : await composition.confirmation(of: id)
            }
        } catch let error as StorageError {
            return failed(error, located(messages.message(for: SignInError.service(.storage(error)))))
        } catch let issue as ValidationIssue {
            return failed(SignInError.invalidInput([FieldIssue(field: .id, issue: issue)]))
        } catch {
            return failed(SignInError.service(.cancelled))
        }
        guard let challenge else { return .failed("nothing-to-confirm", text.nothingToConfirm) }
        guard invocation.has(.code) else {
            do throws(ChallengeError) {
                let sent = try await composition.resend(challenge)
                return .done("sent", ["id": .string(sent.accountID.text)], text: instruction(for: sent))
            } catch {
                return failed(error)
            }
        }
        return await withPasswords([[text.messageCodePrompt]], codeAt: 0) { codes in
            await answer(challenge, with: AccountConfirmation(typed: codes[0]))
        }
    }

    /// Returns the result of a command that began a step, after the answer to a second factor.
    func complete(_ challenge: Challenge, remember: Bool = true) async -> CommandResult {
        switch challenge.purpose {
        case .addressConfirmation: return .failed("confirmation-required", instruction(for: challenge))
        case .secondFactor:
            return await withPasswords([[messages.message(for: challenge) + " "]], codeAt: 0) { codes in
                await answer(challenge, with: AccountConfirmation(code: codes[0]), remember: remember)
            }
        }
    }

    /// Returns what the user has to do.
    func instruction(for challenge: Challenge) -> String {
        messages.message(for: challenge) + "\n" + text.confirmHint(challenge.accountID)
    }

    private func answer(
        _ challenge: Challenge,
        with confirmation: AccountConfirmation,
        remember: Bool = true
    ) async -> CommandResult {
        do throws(AnswerChallengeError) {
            let step = try await composition.answer(
                challenge,
                with: confirmation,
                agreeingTo: agreedDocuments,
                remember: remember
            )
            switch step {
            case .done(let opened): return done("signed-in", opened, text: text.signedIn(opened.session.accountID))
            case .challenge(let next): return await complete(next, remember: remember)
            case .signInRequired:
                return .done(
                    "confirmed",
                    ["id": .string(challenge.accountID.text)],
                    text: text.confirmed(challenge.accountID)
                )
            }
        } catch {
            // The command ends the step, so a number of attempts would be wrong.
            if case .rejected(.wrong) = error, challenge.purpose == .secondFactor {
                return failed(ChallengeError.wrong(attemptsLeft: nil))
            }
            return failed(error)
        }
    }
}
