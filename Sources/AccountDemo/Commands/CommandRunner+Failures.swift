import App
package import Domain
import Networking
import Presentation

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension CommandRunner {
    func failed(_ error: PasswordInputError) -> CommandResult {
        error == .interrupted
            ? .failed("cancelled", exit: .stopped, text.passwordInput(error))
            : .failed("invalid-input", field: .password, text.passwordInput(error))
    }

    func failed(_ error: SignUpError) -> CommandResult {
        let message = messages.message(for: error)
        switch error {
        case .invalidInput(let issues): return invalidInput(issues)
        case .duplicateAccount: return .failed("duplicate-account", field: .id, message)
        case .termsRequired(let documents): return termsRequired(documents)
        case .tooManyAccounts: return .failed("too-many-accounts", message)
        case .accountDeleted: return .failed("account-deleted", message)
        case .service(let failure): return failed(failure, message)
        }
    }

    func failed(_ error: SignInError) -> CommandResult {
        let message = messages.message(for: error)
        switch error {
        case .invalidInput(let issues): return invalidInput(issues)
        case .invalidCredentials: return .failed("invalid-credentials", message)
        case .termsRequired(let documents): return termsRequired(documents)
        case .tooManyAccounts: return .failed("too-many-accounts", message)
        case .throttled(let throttling): return throttled(until: throttling.end, message)
        case .service(let failure): return failed(failure, message)
        }
    }

    func failed(_ error: ChangePasswordError) -> CommandResult {
        let message = messages.message(for: error)
        switch error {
        case .invalidInput(let issues): return invalidInput(issues)
        case .wrongPassword: return .failed("wrong-password", message)
        case .throttled(let throttling): return throttled(until: throttling.end, message)
        case .termsRequired(let documents): return termsRequired(documents)
        case .service(let failure): return failed(failure, message)
        }
    }

    package func failed(_ error: UpdateProfileError) -> CommandResult {
        let message = messages.message(for: error)
        switch error {
        case .invalidInput(let issues): return .failed("invalid-input", field: issues.first?.field, message)
        case .conflict(let conflict):
            let labels = conflict.fields.map { messages.label(of: $0) }.joined(separator: ", ")
            return .failed("conflict", field: conflict.fields.first, text.profileConflict(labels))
        case .sessionEnded: return .failed("session-ended", message)
        case .service(let failure): return failed(failure, message)
        }
    }

    func failed(_ error: RequestPasswordResetError) -> CommandResult {
        let message = messages.message(for: error)
        switch error {
        case .throttled(let until): return throttled(until: until, message, isMessage: true)
        case .service(let failure): return failed(failure, message)
        }
    }

    func failed(_ error: ConfirmPasswordResetError) -> CommandResult {
        let message = messages.message(for: error)
        switch error {
        case .invalidInput(let issues): return invalidInput(issues)
        case .wrongCode: return .failed("wrong-code", message)
        case .throttled(let throttling): return throttled(until: throttling.end, message)
        case .service(let failure): return failed(failure, message)
        }
    }

    func failed(_ error: AnswerChallengeError, of challenge: Challenge) -> CommandResult {
        let message = messages.message(for: error, of: challenge)
        switch error {
        case .wrong: return .failed("wrong-code", message)
        case .expired: return .failed("expired-code", message)
        case .used: return .failed("used-code", message)
        case .tooManyAttempts: return .failed("too-many-attempts", message)
        case .throttled(let until): return throttled(until: until, message)
        case .unknown: return .failed("unknown-step", message)
        case .termsRequired(let documents): return termsRequired(documents)
        case .tooManyAccounts: return .failed("too-many-accounts", message)
        case .service(let failure): return failed(failure, message)
        }
    }

    func failed(_ error: ResendError, of challenge: Challenge) -> CommandResult {
        let message = messages.message(for: error)
        switch error {
        case .throttled(let until):
            // A message was sent a short time ago, such as by a sign-up whose response was lost.
            let after = until == challenge.resendAt ? instruction(for: challenge) : nil
            return throttled(until: until, message, isMessage: true, after: after)
        case .unknown: return .failed("unknown-step", message)
        case .service(let failure): return failed(failure, message)
        }
    }

    func failed(_ error: MakeRecoveryCodeError) -> CommandResult {
        let message = messages.message(for: error)
        switch error {
        case .wrongPassword: return .failed("wrong-password", message)
        case .codeRequired: return .failed("code-required", field: .code, message)
        case .wrongCode: return .failed("wrong-code", message)
        case .usedCode: return .failed("used-code", message)
        case .throttled(let throttling): return throttled(until: throttling.end, message)
        case .service(let failure): return failed(failure, message)
        }
    }

    func failed(_ error: TOTPError) -> CommandResult {
        let message = messages.message(for: error)
        switch error {
        case .wrongPassword: return .failed("wrong-password", message)
        case .wrongCode: return .failed("wrong-code", message)
        case .usedCode: return .failed("used-code", message)
        case .alreadyEnabled: return .failed("already-enabled", message)
        case .notEnabled: return .failed("not-enabled", message)
        case .throttled(let throttling): return throttled(until: throttling.end, message)
        case .service(let failure): return failed(failure, message)
        }
    }

    func failed(_ error: ExportAccountError) -> CommandResult {
        let message = messages.message(for: error)
        switch error {
        case .wrongPassword: return .failed("wrong-password", message)
        case .throttled(let throttling): return throttled(until: throttling.end, message)
        case .sessionEnded: return .failed("session-ended", message)
        case .eventsUnreadable(let error):
            let cause = error.file.map { file in
                guard case .unsafeLocation(let location) = error.reason else {
                    return text.reason(.unreadableFile(file))
                }
                return text.obstacle(location, at: file)
            }
            let lines = [message, cause].compactMap(\.self).joined(separator: "\n")
            return .failed("events-unreadable", exit: error.reason.exitCode, located(lines, of: .accounts))
        case .service(let failure): return failed(failure, message)
        }
    }

    func failed(_ error: DeleteAccountError) -> CommandResult {
        let message = messages.message(for: error)
        switch error {
        case .sessionEnded: return .failed("session-ended", message)
        case .passwordRequired: return .failed("password-required", message)
        case .wrongPassword: return .failed("wrong-password", message)
        case .throttled(let throttling): return throttled(until: throttling.end, message)
        case .service(let failure), .failedAndSignedOut(let failure, _): return failed(failure, message)
        }
    }

    func failed(_ error: AgreeToTermsError) -> CommandResult {
        let message = messages.message(for: error)
        switch error {
        case .sessionEnded: return .failed("session-ended", message)
        case .service(let failure): return failed(failure, message)
        }
    }

    func failed(_ error: WithdrawConsentError) -> CommandResult {
        let message = messages.message(for: error)
        switch error {
        case .required: return .failed("consent-required", message)
        case .sessionEnded: return .failed("session-ended", message)
        case .service(let failure): return failed(failure, message)
        }
    }

    func failed(_ error: SessionError) -> CommandResult {
        let message = messages.message(for: error)
        switch error {
        case .signedOut: return .failed("not-signed-in", message)
        case .ended: return .failed("session-ended", message)
        case .cancelled: return .failed("cancelled", message)
        case .service(let failure): return failed(failure, message)
        }
    }

    func failed(_ failure: AccountServiceFailure) -> CommandResult {
        failed(failure, messages.message(for: failure))
    }

    private func failed(_ failure: AccountServiceFailure, _ message: String) -> CommandResult {
        switch failure {
        case .storage(let error): failed(error, located(message, of: error.store))
        case .corruptPasswordHash: .failed("corrupt-password-hash", exit: .storageFailed, message)
        case .busy: .failed("busy", message)
        case .hashingUnavailable: .failed("hashing-unavailable", message)
        case .notOffered: .failed("not-offered", message)
        case .tokenRefused: .failed("token-refused", message)
        case .cancelled: .failed("cancelled", message)
        case .remote(let failure): failed(failure, message)
        }
    }

    private func failed(_ failure: RemoteFailure, _ message: String) -> CommandResult {
        switch failure {
        case .refused(let refusal): .failed("refused", field: refusal.fields.first, message)
        case .throttled(let wait):
            throttled(seconds: wait.map { Int(min($0 / .seconds(1), 1e9).rounded(.up)) }, message)
        case .network(let reason): .failed(reason.code, exit: .unavailable, message)
        case .pathError: .failed("path-error", exit: .unavailable, message)
        case .serverError: .failed("server-error", exit: .unavailable, message)
        case .undecodable: .failed("undecodable", exit: .unavailable, message)
        case .tokenMissing: .failed("token-missing", exit: .unavailable, message)
        case .outcomeUnknown: .failed("outcome-unknown", exit: .unavailable, message)
        }
    }

    func failed(_ error: StorageError) -> CommandResult {
        failed(error, located(messages.message(for: error), of: error.store))
    }

    func failed(_ error: StorageError, _ message: String) -> CommandResult {
        .failed(error.reason.code, exit: error.reason.exitCode, message + hint(on: error))
    }

    /// Returns a line that explains an error of the system, or names the command that helps, if there is one.
    func hint(on error: StorageError) -> String {
        if isInDatabase(error.store) { return DatabaseProblem(error.reason).map { "\n" + text.database($0) } ?? "" }
        return switch (error.store, error.reason) {
        case (let store, .unsafeLocation(let location)):
            error.file.map { "\n" + text.obstacle(location, at: $0 == .lock ? ".lock" : store.fileName) } ?? ""
        case (.accounts, .corrupt): "\n" + text.repairHint
        case (let store, .failed(let code)): "\n" + text.systemError(code, in: place(of: store))
        case _ where error.allowsStartingOver: "\n" + text.resetHint(error.store)
        default: ""
        }
    }

    /// Returns the file of a store, or its folder while that does not exist.
    private func place(of store: StorageError.Store) -> String {
        guard case .folder(let path) = composition.configuration.storage.device,
            !FileManager.default.fileExists(atPath: path)
        else { return store.fileName }
        return text.shown(path: path)
    }

    /// Reports issues, except those of the confirmation, which the command fills in with the password.
    private func invalidInput(_ issues: [FieldIssue]) -> CommandResult {
        let own = issues.filter { $0.field != .confirmation }
        var message = messages.message(for: SignUpError.invalidInput(own))
        if let first = own.first, first.issue == .empty, Profile.fields.contains(where: { $0.field == first.field }) {
            message += "\n" + text.reason(.missingOption(.field(first.field), .signUp))
        }
        return .failed("invalid-input", field: own.first?.field, message)
    }

    /// Reports that the user is signed up or in, but the session was not stored.
    func sessionNotSaved(_ session: Session, _ cause: StorageError) -> CommandResult {
        var result = failed(
            cause,
            located(messages.message(for: FlowNotice.sessionNotSaved(cause)), of: cause.store)
        )
        result.report["account"] = json(session.accountID, session.profile)
        result.report["reason"] = .string("session-not-saved")
        return result
    }

    /// Reports the seconds until the next attempt, or until the next message can be requested, rounded up, after what the
    /// user can do before.
    func throttled(
        until: Date?,
        _ message: String,
        isMessage: Bool = false,
        after instruction: String? = nil
    ) -> CommandResult {
        let wait = until.map { Int(min(max(1, $0.timeIntervalSinceNow), 1e9).rounded(.up)) }
        let line = wait.map(isMessage ? text.nextMessage : text.throttled) ?? message
        return throttled(seconds: wait, instruction.map { $0 + "\n" + line } ?? line)
    }

    private func throttled(seconds: Int?, _ message: String) -> CommandResult {
        var result = CommandResult.failed("throttled", message)
        result.report["retryAfter"] = seconds.map { .number(String($0)) }
        return result
    }

    /// Adds the folder of the stores to a message, unless it is about one in a database.
    func located(_ message: String, of store: StorageError.Store = .session) -> String {
        guard !isInDatabase(store), case .folder(let path) = composition.configuration.storage.device else {
            return message
        }
        return message + "\n" + text.folder(path)
    }

    private func isInDatabase(_ store: StorageError.Store) -> Bool {
        store != .session && composition.configuration.storage.isDatabase
    }
}

extension StorageError.Store {
    var fileName: String { self == .accounts ? "accounts.store" : rawValue + ".json" }
}

extension StorageError.Reason {
    var exitCode: ExitCode { self == .busy ? .storeBusy : .storageFailed }

    /// The name of the reason in JSON.
    var code: String {
        switch self {
        case .corrupt: "store-corrupt"
        case .unsupportedVersion: "store-unsupported-version"
        case .replaced: "store-replaced"
        case .busy: "store-busy"
        case .unreachable: "store-unreachable"
        case .readOnly: "store-read-only"
        case .notPermitted: "store-not-permitted"
        case .full: "store-full"
        case .unsafeLocation: "store-unsafe-location"
        case .closed: "store-closed"
        case .failed: "store-failed"
        }
    }
}

extension NetworkFailure {
    /// The name of the failure in JSON.
    var code: String {
        switch self {
        case .unreachable: "server-unreachable"
        case .notSecure: "server-not-secure"
        case .timedOut: "server-timed-out"
        case .broken: "connection-broken"
        case .unavailable: "transport-unavailable"
        }
    }
}
