import App
import Domain
import Networking
import Presentation

extension CommandRunner {
    /// Turns one-time passwords on or off for the account that is signed in.
    package func totp() async -> CommandResult {
        await withSession { session in
            guard composition.canEnableTOTP else { return failed(TOTPError.service(.notOffered)) }
            guard operand == "disable" else {
                guard invocation.has(.code) else { return await beginTOTP(session) }
                return await withPasswords([[text.appCodePrompt]], codeAt: 0) { await confirmTOTP(session, $0[0]) }
            }
            let prompts = [[text.passwordPrompt], [text.appOrRecoveryCodePrompt]]
            return await withPasswords(prompts, codeAt: 1) { texts in
                do throws(TOTPError) {
                    try await composition.disableTOTP(for: session, password: Password(texts[0]), code: texts[1])
                    // With a recovery code, the note says the same.
                    let isNoted = FlowNotice(secondFactor: texts[1]) != nil
                    let result = CommandResult.done("totp-disabled", text: isNoted ? "" : text.totpDisabled)
                    return noting(secondFactor: texts[1], in: result)
                } catch {
                    return failed(error)
                }
            }
        }
    }

    /// Adds to the result of a command that its second factor was the recovery code, which ends with it.
    func noting(secondFactor code: String, in result: CommandResult) -> CommandResult {
        guard result.exitCode == .done, let notice = FlowNotice(secondFactor: code) else { return result }
        var result = result
        result.text = [result.text, messages.message(for: notice)].filter { !$0.isEmpty }.joined(separator: "\n")
        result.report["reason"] = .string("recovery-code-used")
        return result
    }

    /// Shows the key for the authenticator app.
    private func beginTOTP(_ session: Session) async -> CommandResult {
        await withPasswords([[text.passwordPrompt]]) { passwords in
            do throws(TOTPError) {
                let setup = try await composition.beginTOTP(for: session, password: Password(passwords[0]))
                let uri = setup.revealedURI
                var result = CommandResult.done(
                    "totp-begun",
                    ["key": .string(setup.secret.revealed), "uri": .string(uri)],
                    text: text.totpBegun(setup.secret) + "\n" + text.then(next(.totp, "enable"))
                )
                result.picture = QRCode(uri)
                return result
            } catch {
                return failed(error)
            }
        }
    }

    /// Turns one-time passwords on with the first one.
    private func confirmTOTP(_ session: Session, _ code: String) async -> CommandResult {
        do throws(TOTPError) {
            let recoveryCode = try await composition.confirmTOTP(for: session, code: code)
            var result = CommandResult.done(
                "totp-enabled",
                text: ([text.totpEnabled] + (recoveryCode.map { [messages.message(for: $0)] } ?? []))
                    .joined(separator: "\n")
            )
            result.report["recoveryCode"] = recoveryCode.map { .string($0.revealed) }
            return result
        } catch {
            return failed(error)
        }
    }
}
