import Domain
import Networking

/// The results of `api try`, without secrets.
struct APITrial {
    /// One action.
    struct Step {
        let action: AccountAction
        let isOffered: Bool
        let failure: CommandResult?
        let exchanges: [(request: JSONValue, response: JSONValue?)]

        /// What the described places have not found, for the author of the description.
        let findings: [String]

        /// Whether the failure is that of the command, which needs an account.
        var endsTrial: Bool { failure != nil && (isOffered || action == .signUp) }
    }

    let steps: [Step]

    /// Whether the requests were sent.
    let isSent: Bool

    let account: AccountID
    let accountRemains: Bool

    /// Further members of the report.
    let report: [String: JSONValue]

    /// Returns the results in words and as JSON.
    func result(_ text: any DemoText) -> CommandResult {
        var result = steps.first(where: \.endsTrial)?.failure ?? .done("tried", text: "")
        var lines = steps.flatMap { self.lines($0, text) }
        if !isSent { lines.append(text.sendHint) }
        if steps.first.map({ $0.action == .signUp && !$0.isOffered }) == true { lines.append(text.existingAccountHint) }
        if accountRemains { lines.append(text.accountRemains(account)) }
        result.text = lines.joined(separator: "\n")
        result.report.merge(report) { $1 }
        result.report["steps"] = .array(steps.map { json($0, text) })
        result.report["sent"] = .bool(isSent)
        result.report["accountRemains"] = .bool(accountRemains)
        return result
    }

    private func message(_ step: Step, _ text: any DemoText) -> String {
        step.failure?.errorText ?? (isSent ? text.stepDone : text.notSent)
    }

    // MARK: Words

    private func lines(_ step: Step, _ text: any DemoText) -> [String] {
        var lines = ["\(mark(step)) \(step.action.rawValue): \(message(step, text))"]
        for (request, response) in step.exchanges {
            lines.append("  → " + line(request, text))
            if let response { lines.append("  ← " + line(response, text)) }
        }
        return lines + step.findings.map { "  " + text.shown($0, maximum: 2_000) }
    }

    private func mark(_ step: Step) -> String {
        guard step.failure == nil else { return step.isOffered ? "✘" : "–" }
        return isSent ? "✔" : "·"
    }

    /// Returns a request or a response on one line.
    private func line(_ exchange: JSONValue, _ text: any DemoText) -> String {
        let parts = ["method", "url", "status", "fields", "body"].compactMap { exchange.members?[$0] }.map { part in
            part.text ?? String(decoding: part.bytes, as: UTF8.self)
        }
        return text.shown(parts.joined(separator: " "), maximum: 2_000)
    }

    // MARK: JSON

    private func json(_ step: Step, _ text: any DemoText) -> JSONValue {
        .object([
            "action": .string(step.action.rawValue), "requests": .array(step.exchanges.map(\.request)),
            "responses": .array(step.exchanges.compactMap(\.response)),
            "outcome": step.failure?.report["reason"] ?? .string(isSent ? "done" : "not-sent"),
            "message": .string(message(step, text)), "findings": .array(step.findings.map { .string($0) }),
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
