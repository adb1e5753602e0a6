import App
import Domain
import Networking
import Presentation

extension CommandRunner {
    /// Sets the password with a code, or requests the message with the code.
    package func resetPassword() async -> CommandResult {
        let id: AccountID
        do {
            id = try AccountID(operand)
        } catch {
            return failed(SignInError.invalidInput([FieldIssue(field: .id, issue: error)]))
        }
        if composition.resetProof == .recoveryCode { return await setPassword(of: id, asking: text.recoveryCodePrompt) }
        if invocation.has(.code) { return await setPassword(of: id, asking: text.messageCodePrompt) }
        // The label of the address says what it is, so the message about an invalid one would say it twice.
        if composition.resetField == .email, (try? EmailAddress(id.text)) == nil {
            return .failed("invalid-input", field: .email, text.addressNeeded)
        }
        do throws(RequestPasswordResetError) {
            _ = try await composition.requestPasswordReset(for: id)
            return .done(
                "requested",
                ["id": .string(id.text)],
                text: text.resetRequested(id) + "\n" + text.then(next(.resetPassword, id.text))
            )
        } catch {
            return failed(error)
        }
    }

    private func setPassword(of id: AccountID, asking prompt: String) async -> CommandResult {
        await withPasswords([[prompt], [text.newPasswordPrompt, text.repeatPrompt]], codeAt: 0) { texts in
            let (code, new) = (AccountConfirmation(typed: texts[0]), Password(texts[1]))
            let reset: PasswordReset
            do throws(ConfirmPasswordResetError) {
                reset = try await composition.confirmPasswordReset(of: id, with: code, to: new, confirmation: new)
            } catch {
                return failed(error)
            }
            // A server knows whose code it was, which may be another account than that of the command.
            let changed = composition.resetProof == .recoveryCode ? id : nil
            var result = CommandResult.done(
                "password-reset",
                text: text.passwordReset(changed, recoveryCode: reset.recoveryCode)
            )
            result.report["id"] = changed.map { .string($0.text) }
            if reset.recoveryCode == nil, composition.resetProof == .recoveryCode {
                result.text += "\n" + messages.message(for: FlowNotice.recoveryCodeUsed)
            }
            result.report["recoveryCode"] = reset.recoveryCode.map { .string($0.revealed) }
            guard let error = reset.storageError else { return result }
            let message = messages.message(for: FlowNotice.sessionRemains(error))
            let failure = failed(error, located(message, of: error.store))
            result.errorText = failure.errorText
            result.exitCode = failure.exitCode
            return result
        }
    }

    package func recoveryCode() async -> CommandResult {
        await withSession { session in
            guard composition.canMakeRecoveryCode else {
                return failed(MakeRecoveryCodeError.service(.notOffered))
            }
            let needsCode: Bool
            do throws(AccountServiceFailure) {
                needsCode = try await composition.requiresTOTP(session)
            } catch {
                return failed(MakeRecoveryCodeError.service(error))
            }
            let prompts = [[text.passwordPrompt]] + (needsCode ? [[text.appCodePrompt]] : [])
            return await withPasswords(prompts, codeAt: needsCode ? 1 : nil) { texts in
                await makeRecoveryCode(for: session, Password(texts[0]), code: needsCode ? texts[1] : nil)
            }
        }
    }

    func makeRecoveryCode(
        for session: Session,
        _ password: Password,
        code: String? = nil
    ) async -> CommandResult {
        do throws(MakeRecoveryCodeError) {
            let code = try await composition.makeRecoveryCode(for: session, password: password, code: code)
            return .done("recovery-code", ["recoveryCode": .string(code.revealed)], text: messages.message(for: code))
        } catch {
            return failed(error)
        }
    }
}
