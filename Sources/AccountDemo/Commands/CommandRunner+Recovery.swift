import App
import Domain
import Networking
import Presentation

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The commands for a forgotten password.
extension CommandRunner {
    /// Requests a message, or sets the password with the code of the option `--code`.
    package func resetPassword() async -> CommandResult {
        let id: AccountID
        do {
            id = try AccountID(operand)
        } catch {
            return failed(SignInError.invalidInput([FieldIssue(field: .id, issue: error)]))
        }
        if let code = invocation.options[.code] {
            return await setPassword(of: id, with: AccountConfirmation(typed: code))
        }
        guard composition.resetProof != .recoveryCode else {
            return .failed("code-required", text.recoveryCodeRequired)
        }
        do throws(RequestPasswordResetError) {
            _ = try await composition.requestPasswordReset(for: id)
            return .done("requested", ["id": .string(id.text)], text: text.resetRequested(id))
        } catch {
            return failed(error)
        }
    }

    private func setPassword(of id: AccountID, with code: AccountConfirmation) async -> CommandResult {
        await withPasswords([[text.newPasswordPrompt, text.repeatPrompt]]) { passwords in
            let new = Password(passwords[0])
            let reset: PasswordReset
            do throws(ConfirmPasswordResetError) {
                reset = try await composition.confirmPasswordReset(of: id, with: code, to: new, confirmation: new)
            } catch {
                return failed(error)
            }
            var result = CommandResult.done(
                "password-reset",
                ["id": .string(id.text)],
                text: text.passwordReset(id, recoveryCode: reset.recoveryCode)
            )
            result.report["recoveryCode"] = reset.recoveryCode.map { .string($0.revealed) }
            guard let error = reset.storageError else { return result }
            let failure = failed(error, located(messages.message(for: FlowNotice.sessionRemains(error))))
            result.errorText = failure.errorText
            result.exitCode = failure.exitCode
            return result
        }
    }

    /// Makes a recovery code for the account that is signed in.
    package func recoveryCode() async -> CommandResult {
        await withSession { session in
            guard composition.canMakeRecoveryCode else {
                return failed(MakeRecoveryCodeError.service(.remote(.notOffered)))
            }
            return await withPasswords([[text.passwordPrompt]]) { passwords in
                do throws(MakeRecoveryCodeError) {
                    let code = try await composition.makeRecoveryCode(for: session, password: Password(passwords[0]))
                    return .done(
                        "recovery-code",
                        ["recoveryCode": .string(code.revealed)],
                        text: messages.message(for: code)
                    )
                } catch {
                    return failed(error)
                }
            }
        }
    }
}
