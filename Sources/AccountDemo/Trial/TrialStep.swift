import Domain
import Networking

/// One action of `api try`, without secrets.
struct TrialStep {
    let action: AccountAction
    let isOffered: Bool
    let failure: CommandResult?
    let exchanges: [(request: JSONValue, response: JSONValue?)]

    /// What the described places have not found, for the author of the description.
    let findings: [String]

    /// Whether the failure is that of the command, which needs an account.
    var endsTrial: Bool { failure != nil && (isOffered || action == .signUp) }
}

extension CommandRunner {
    /// Returns the results of `api try` in words and as JSON.
    func result(of steps: [TrialStep], for account: Registration, accountRemains: Bool) -> CommandResult {
        var result = steps.first(where: \.endsTrial)?.failure ?? .done("tried", text: "")
        var lines = steps.flatMap { self.lines($0) }
        if !isSent { lines.append(text.sendHint) }
        if steps.first.map({ $0.action == .signUp && !$0.isOffered }) == true { lines.append(text.existingAccountHint) }
        if accountRemains { lines.append(text.accountRemains(account.id)) }
        result.text = lines.joined(separator: "\n")
        result.report["account"] = json(account.id, account.profile)
        result.report["steps"] = .array(steps.map(json))
        result.report["sent"] = .bool(isSent)
        result.report["accountRemains"] = .bool(accountRemains)
        return result
    }

    /// Whether the requests were sent.
    private var isSent: Bool { invocation.has(.send) }

    private func message(_ step: TrialStep) -> String {
        step.failure?.errorText ?? (isSent ? text.stepDone : text.notSent)
    }

    // MARK: Words

    private func lines(_ step: TrialStep) -> [String] {
        var lines = ["\(mark(step)) \(step.action.rawValue): \(message(step))"]
        for (request, response) in step.exchanges {
            lines.append("  → " + line(request))
            if let response { lines.append("  ← " + line(response)) }
        }
        return lines + step.findings.map { "  " + text.shown($0, maximum: 2_000) }
    }

    private func mark(_ step: TrialStep) -> String {
        guard step.failure == nil else { return step.isOffered ? "✘" : "–" }
        return isSent ? "✔" : "·"
    }

    /// Returns a request or a response on one line.
    private func line(_ exchange: JSONValue) -> String {
        let parts = ["method", "url", "status", "fields", "body"].compactMap { exchange.members?[$0] }.map { part in
            part.text ?? String(decoding: part.bytes, as: UTF8.self)
        }
        return text.shown(parts.joined(separator: " "), maximum: 2_000)
    }

    // MARK: JSON

    private func json(_ step: TrialStep) -> JSONValue {
        .object([
            "action": .string(step.action.rawValue), "requests": .array(step.exchanges.map(\.request)),
            "responses": .array(step.exchanges.compactMap(\.response)),
            "outcome": step.failure?.report["reason"] ?? .string(isSent ? "done" : "not-sent"),
            "message": .string(message(step)), "findings": .array(step.findings.map { .string($0) }),
        ])
    }
}

extension CommandResult {
    /// Returns the failure with a mask in place of each secret in its message.
    func hiding(_ secrets: SecretForms) -> CommandResult {
        var result = self
        result.errorText = secrets.masked(errorText)
        result.report["message"] = .string(result.errorText)
        return result
    }
}
