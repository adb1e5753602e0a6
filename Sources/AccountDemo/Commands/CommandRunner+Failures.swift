import App
import Domain
import Presentation

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension CommandRunner {
    func failed(_ error: PasswordInputError) -> CommandResult {
        error == .interrupted
            ? refused("cancelled", text.passwordInput(error))
            : refused("invalid-input", field: .password, text.passwordInput(error))
    }

    func failed(_ error: SignUpError) -> CommandResult {
        let message = messages.message(for: error)
        switch error {
        case .invalidInput(let issues):
            let own = withoutConfirmation(issues)
            return invalidInput(own, messages.message(for: SignUpError.invalidInput(own)))
        case .duplicateAccount:
            return refused("duplicate-account", field: .id, message)
        case .failed(let failure):
            return failed(failure, message)
        }
    }

    func failed(_ error: SignInError) -> CommandResult {
        let message = messages.message(for: error)
        switch error {
        case .invalidInput(let issues): return invalidInput(issues, message)
        case .invalidCredentials: return refused("invalid-credentials", message)
        case .throttled(let until): return throttled(until: until, message)
        case .failed(let failure): return failed(failure, message)
        }
    }

    func failed(_ error: ChangePasswordError) -> CommandResult {
        let message = messages.message(for: error)
        switch error {
        case .invalidInput(let issues):
            let own = withoutConfirmation(issues)
            return invalidInput(own, messages.message(for: ChangePasswordError.invalidInput(own)))
        case .wrongPassword: return refused("wrong-password", message)
        case .throttled(let until): return throttled(until: until, message)
        case .failed(let failure): return failed(failure, message)
        }
    }

    func failed(_ error: DeleteAccountError) -> CommandResult {
        let message = messages.message(for: error)
        switch error {
        case .sessionEnded: return refused("session-ended", message)
        case .passwordRequired: return refused("password-required", message)
        case .wrongPassword: return refused("wrong-password", message)
        case .throttled(let until): return throttled(until: until, message)
        case .failed(let failure), .failedSignedOut(let failure, _): return failed(failure, message)
        }
    }

    func failed(_ failure: AccountServiceFailure) -> CommandResult {
        failed(failure, messages.message(for: failure))
    }

    private func failed(_ failure: AccountServiceFailure, _ message: String) -> CommandResult {
        switch failure {
        case .storage(let error): failed(error, located(message))
        case .corruptPasswordHash: failed("corrupt-password-hash", .storageFailed, message)
        case .busy: refused("busy", message)
        case .hashingUnavailable: refused("hashing-unavailable", message)
        case .cancelled: refused("cancelled", message)
        case .remote(let failure): failed(failure, message)
        }
    }

    private func failed(_ failure: RemoteFailure, _ message: String) -> CommandResult {
        switch failure {
        case .refused(_, let field): refused("refused", field: field, message)
        case .throttled: refused("throttled", message)
        case .tokenRefused: refused("token-refused", message)
        case .notOffered: refused("not-offered", message)
        case .network(let reason): failed(reason.code, .unavailable, message)
        case .pathError: failed("path-error", .unavailable, message)
        case .serverError: failed("server-error", .unavailable, message)
        case .undecodable: failed("undecodable", .unavailable, message)
        case .tokenMissing: failed("token-missing", .unavailable, message)
        case .outcomeUnknown: failed("outcome-unknown", .unavailable, message)
        }
    }

    func failed(_ error: StorageError) -> CommandResult { failed(error, located(messages.message(for: error))) }

    func failed(_ error: StorageError, _ message: String) -> CommandResult {
        failed(error.reason.code, error.reason.exitCode, message)
    }

    func failed(_ reason: String, _ exitCode: ExitCode, _ message: String) -> CommandResult {
        .failed(exitCode, CommandReport(outcome: .failed, reason: reason, message: message))
    }

    func refused(_ reason: String, field: AccountField? = nil, _ message: String) -> CommandResult {
        .failed(
            .refused,
            CommandReport(outcome: .refused, reason: reason, field: field?.rawValue, message: message)
        )
    }

    private func invalidInput(_ issues: [FieldIssue], _ message: String) -> CommandResult {
        refused("invalid-input", field: issues.first?.field, message)
    }

    /// The confirmation repeats the password here, so an issue of both is reported once.
    private func withoutConfirmation(_ issues: [FieldIssue]) -> [FieldIssue] {
        issues.filter { $0.field != .confirmation }
    }

    /// The user is signed up or in, and only the next launch will not know it.
    func sessionNotSaved(_ session: Session, _ cause: StorageError) -> CommandResult {
        var result = failed(cause, located(messages.message(for: FlowNotice.sessionNotSaved(cause))))
        result.report.account = listed(session)
        result.report.reason = "session-not-saved"
        return result
    }

    /// Adds the seconds to wait, rounded up, so that the user who waits for so long may try again.
    private func throttled(until: Date?, _ message: String) -> CommandResult {
        let wait = until.map { Int(min(max(1, $0.timeIntervalSince(dates.now)), 1e9).rounded(.up)) }
        var result = refused("throttled", message + (wait.map { " " + text.retryAfter($0) } ?? ""))
        result.report.retryAfter = wait
        return result
    }

    /// Adds the folder of the store to a message about it.
    func located(_ message: String) -> String {
        switch composition.configuration.storage {
        case .inMemory: message
        case .folder(let path): message + "\n" + text.folder(path)
        }
    }
}

extension StorageError.Reason {
    /// The exit code of a command that fails for this reason.
    var exitCode: ExitCode { self == .busy ? .storeBusy : .storageFailed }

    /// The name of the reason in JSON.
    var code: String {
        switch self {
        case .corrupt: "store-corrupt"
        case .unsupportedVersion: "store-unsupported-version"
        case .replaced: "store-replaced"
        case .busy: "store-busy"
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
