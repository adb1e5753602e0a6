import App
import Domain
import Networking
import Presentation

/// The steps before a session, such as the confirmation of an address.
extension CommandRunner {
    /// Confirms an address with a code or a link, or requests the message again.
    package func confirm() async -> CommandResult {
        if let failure = unknownDocument(among: agreedDocuments) { return failure }
        let challenge: Challenge?
        let session: Session? =
            if case .restored(let session) = await composition.restoreSession() { session } else { nil }
        let signedIn = session?.accountID
        do {
            let pending = try await composition.pendingConfirmation()
            let id = operand.isEmpty ? pending?.accountID ?? signedIn : try AccountID(operand)
            if pending?.accountID == id {
                challenge = pending
            } else if let session, session.accountID == id, !invocation.has(.code) {
                challenge = await composition.confirmation(for: session)
            } else if let id {
                challenge = await composition.confirmation(of: id)
            } else {
                challenge = nil
            }
        } catch let error as StorageError {
            return failed(error, located(messages.message(for: SignInError.service(.storage(error))), of: error.store))
        } catch let issue as ValidationIssue {
            return failed(SignInError.invalidInput([FieldIssue(field: .id, issue: issue)]))
        } catch {
            return failed(SignInError.service(.cancelled))
        }
        guard let challenge else { return .failed("nothing-to-confirm", text.nothingToConfirm) }
        guard invocation.has(.code) else {
            if await needsAddress(challenge) { return .failed("not-offered", text.addressNeeded) }
            do throws(ResendError) {
                let sent = try await composition.resend(challenge)
                return .done("sent", ["id": .string(sent.accountID.text)], text: instruction(for: sent))
            } catch {
                return failed(error, of: challenge)
            }
        }
        return await withPasswords([[text.messageCodePrompt]], codeAt: 0) { codes in
            let confirmation = AccountConfirmation(typed: codes[0])
            return await answer(challenge, with: confirmation, isSignedIn: signedIn == challenge.accountID)
        }
    }

    /// Returns whether a message can only be requested with an e-mail address, which the ID is not.
    private func needsAddress(_ challenge: Challenge) async -> Bool {
        // The example is an ID.
        guard challenge.resendAt == nil, let address = try? AccountID(EmailAddress.example) else { return false }
        return await composition.confirmation(of: address)?.resendAt != nil
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

    func instruction(for challenge: Challenge) -> String {
        messages.message(for: challenge) + "\n" + text.then(next(.confirm, challenge.accountID.text))
    }

    /// Returns the command that reads the code next, with the options of this one, in quotes for the shell.
    func next(_ command: CommandName, _ operand: String) -> String {
        let options = Option.allCases.filter { $0.entry.value != nil && $0.entry.scope.includesScreen }
        var words = [operand, Option.code.name, "-"]
        for option in options where option.entry.scope.commands.contains(command) {
            if let value = invocation[option] { words += [option.name, value] }
        }
        // Otherwise, it would look like an option.
        if operand.hasPrefix("-") { words.append(contentsOf: ["--", words.removeFirst()]) }
        return (["account-demo", command.rawValue] + words.map(\.quotedForShell)).joined(separator: " ")
    }

    private func answer(
        _ challenge: Challenge,
        with confirmation: AccountConfirmation,
        remember: Bool = true,
        isSignedIn: Bool = false
    ) async -> CommandResult {
        do throws(AnswerChallengeError) {
            let step = try await composition.answer(
                challenge,
                with: confirmation,
                agreeingTo: agreedDocuments,
                remember: remember
            )
            switch step {
            case .done(let opened):
                let result = done("signed-in", opened, text: text.signedIn(opened.session.accountID))
                return challenge.acceptsRecoveryCode ? noting(secondFactor: confirmation.code, in: result) : result
            case .challenge(let next): return await complete(next, remember: remember)
            case .signInRequired where challenge.purpose == .addressConfirmation:
                // The server knows whose code it was, which may be another account than that of the command.
                return .done("confirmed", text: text.confirmed(isSignedIn: isSignedIn))
            case .signInRequired: return .failed("sign-in-required", messages.message(for: .notSignedIn(nil)))
            case .signInCancelled: return .failed("cancelled", messages.message(for: .notSignedIn(nil)))
            case .agreementNotSaved(let error):
                return failed(error, located(messages.message(for: .notSignedIn(error)), of: error.store))
            }
        } catch {
            // The command ends the step, so a number of attempts would be wrong.
            if case .wrong = error, challenge.purpose == .secondFactor {
                return failed(.wrong(attemptsLeft: nil), of: challenge)
            }
            return failed(error, of: challenge)
        }
    }
}

extension String {
    /// The text as one word of a POSIX shell.
    fileprivate var quotedForShell: String {
        isPlainForShell ? self : "'" + replacing("'", with: #"'\''"#) + "'"
    }

    /// Whether a POSIX shell takes the text for one word without quotes.
    var isPlainForShell: Bool {
        !isEmpty
            && utf8.allSatisfy { byte in
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || "0123456789@%+=:,./_-".utf8.contains(byte)
            }
    }
}
