import App
import Domain
import Presentation

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension CommandRunner {
    func refused(_ error: PasswordInputError) -> CommandResult {
        .failed(
            .refused,
            CommandReport(
                outcome: .refused,
                reason: error == .interrupted ? "cancelled" : "invalid-input",
                field: error == .interrupted ? nil : AccountField.password.rawValue,
                message: text.passwordInput(error)
            )
        )
    }

    func failed(_ error: SignUpError) -> CommandResult {
        let message = messages.message(for: error)
        switch error {
        case .invalidInput(let issues):
            // The confirmation is the password once more, so what is wrong with both is said once.
            let own = issues.filter { $0.field != .confirmation }
            return invalidInput(own, message: messages.message(for: SignUpError.invalidInput(own)))
        case .duplicateAccount:
            return refused("duplicate-account", field: .id, message: message)
        case .failed(let failure):
            return failed(failure, message: message)
        }
    }

    func failed(_ error: SignInError) -> CommandResult {
        let message = messages.message(for: error)
        switch error {
        case .invalidInput(let issues):
            return invalidInput(issues, message: message)
        case .invalidCredentials:
            return refused("invalid-credentials", message: message)
        case .throttled(let until):
            return throttled(until: until, message: message)
        case .failed(let failure):
            return failed(failure, message: message)
        }
    }

    func failed(_ error: ChangePasswordError) -> CommandResult {
        let message = messages.message(for: error)
        switch error {
        case .invalidInput(let issues):
            let own = issues.filter { $0.field != .confirmation }
            return invalidInput(own, message: messages.message(for: ChangePasswordError.invalidInput(own)))
        case .wrongPassword:
            return refused("wrong-password", message: message)
        case .throttled(let until):
            return throttled(until: until, message: message)
        case .failed(let failure):
            return failed(failure, message: message)
        }
    }

    func failed(_ error: DeleteAccountError) -> CommandResult {
        let message = messages.message(for: error)
        switch error {
        case .sessionEnded:
            return refused("session-ended", message: message)
        case .passwordRequired:
            return refused("password-required", message: message)
        case .wrongPassword:
            return refused("wrong-password", message: message)
        case .throttled(let until):
            return throttled(until: until, message: message)
        case .failed(let failure), .failedSignedOut(let failure, _):
            return failed(failure, message: message)
        }
    }

    func failed(_ failure: AccountServiceFailure) -> CommandResult {
        failed(failure, message: messages.message(for: failure))
    }

    func failed(_ error: StorageError) -> CommandResult {
        failed(error, message: messages.message(for: error))
    }

    private func failed(_ failure: AccountServiceFailure, message: String) -> CommandResult {
        switch failure {
        case .storage(let error):
            failed(error, message: message)
        case .corruptPasswordHash:
            .failed(
                .storageFailed,
                CommandReport(outcome: .failed, reason: "corrupt-passwordHash", message: message)
            )
        case .busy:
            refused("busy", message: message)
        case .hashingUnavailable:
            refused("hashing-unavailable", message: message)
        case .cancelled:
            refused("cancelled", message: message)
        case .remote(let failure):
            failed(failure, message: message)
        }
    }

    private func failed(_ failure: RemoteFailure, message: String) -> CommandResult {
        switch failure {
        case .refused(_, let field): refused("refused", field: field, message: message)
        case .throttled: refused("throttled", message: message)
        case .tokenRefused: refused("token-refused", message: message)
        case .notOffered: refused("not-offered", message: message)
        case .network(let reason): .failed(.unavailable, report(reason.code, message))
        case .pathError: .failed(.unavailable, report("path-error", message))
        case .serverError: .failed(.unavailable, report("server-error", message))
        case .undecodable: .failed(.unavailable, report("undecodable", message))
        case .tokenMissing: .failed(.unavailable, report("token-missing", message))
        case .outcomeUnknown: .failed(.unavailable, report("outcome-unknown", message))
        }
    }

    private func report(_ reason: String, _ message: String) -> CommandReport {
        CommandReport(outcome: .failed, reason: reason, message: message)
    }

    private func failed(_ error: StorageError, message: String) -> CommandResult {
        .failed(
            error.reason.exitCode,
            CommandReport(outcome: .failed, reason: error.reason.code, message: located(message))
        )
    }

    /// A message about a store, with the folder that it is in.
    func located(_ message: String) -> String {
        switch composition.configuration.storage {
        case .inMemory: message
        case .folder(let path): message + "\n" + text.folder(path)
        }
    }

    /// The user is signed up or in, and only the next launch will not know it.
    func sessionNotSaved(_ session: Session, _ cause: StorageError) -> CommandResult {
        .failed(
            cause.reason.exitCode,
            CommandReport(
                outcome: .failed,
                account: .init(id: session.accountID, profile: session.profile),
                reason: "session-not-saved",
                message: located(messages.message(for: FlowNotice.sessionNotSaved(cause)))
            )
        )
    }

    private func invalidInput(_ issues: [FieldIssue], message: String) -> CommandResult {
        refused("invalid-input", field: issues.first?.field, message: message)
    }

    /// Says how long to wait, in whole seconds: whoever waits for so long is let try.
    private func throttled(until: Date?, message: String) -> CommandResult {
        let wait = until.map { Int(min(max(1, $0.timeIntervalSince(dates.now)), 1e9).rounded(.up)) }
        return .failed(
            .refused,
            CommandReport(
                outcome: .refused,
                reason: "throttled",
                message: message + (wait.map { " " + text.retryAfter($0) } ?? ""),
                retryAfter: wait
            )
        )
    }

    func refused(_ reason: String, field: AccountField? = nil, message: String) -> CommandResult {
        .failed(
            .refused,
            CommandReport(outcome: .refused, reason: reason, field: field?.rawValue, message: message)
        )
    }
}
