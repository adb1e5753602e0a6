import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads replies as the description of an API says.
struct ReplyReader {
    let api: AccountAPI
    let action: AccountAction
    let endpoint: Endpoint

    private var format: ReplyFormat { endpoint.reply }

    /// Reads a reply.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - now: The present time, by which dates are understood.
    /// - Returns: What it came to; a reply that cannot be read is one too.
    func read(_ response: HTTPResponse, now: Date) -> Reply {
        let body: JSONValue?
        do {
            body = try JSONValue(reading: response.body)
        } catch {
            // Whether that matters depends on what the status means.
            body = nil
        }
        let outcome = ReplyOutcome(body ?? .null, format: format)
        let retryAfter = RetryAfter.read(response.fields, now: now)
        switch meaning(of: response.status, body: body, retryAfter: retryAfter) {
        case .bodyDecides:
            guard let body, body.members != nil else { return undecodable(outcome, retryAfter) }
            return outcome.success ? accepted(response, body, outcome, retryAfter) : refused(body, outcome)
        case .accepted:
            return accepted(response, body, outcome, retryAfter)
        case let meaning:
            return rejected(meaning, body, outcome, retryAfter)
        }
    }

    private func meaning(of status: HTTPStatus, body: JSONValue?, retryAfter: Duration?) -> ReplyMeaning {
        if let code = format.code.flatMap({ body?[$0]?.code }), let meaning = format.codes[code] { return meaning }
        if let meaning = format.statuses[status.code] ?? format.statuses[status.code / 100] ?? format.otherwise {
            return meaning
        }
        if status == .serviceUnavailable, retryAfter != nil { return .throttled }
        let meaning = action.meaning(of: status, hasKey: api.takesIdempotencyKeys)
        // A status of the 200s says that there was an answer, and the body which one; unless there is no body.
        return meaning == .accepted && format.success != nil && status != .noContent ? .bodyDecides : meaning
    }

    private func accepted(
        _ response: HTTPResponse,
        _ body: JSONValue?,
        _ outcome: ReplyOutcome,
        _ retryAfter: Duration?
    ) -> Reply {
        var acceptance = Reply.Acceptance(message: outcome.message, body: body)
        switch endpoint.token {
        case .header(let name):
            acceptance.token = response.fields[name].lazy.compactMap(token).first
        case .json(let path):
            guard let body, body.members != nil else { return undecodable(outcome, retryAfter) }
            acceptance.token = body[path]?.text.flatMap(token)
        case nil:
            break
        }
        if let seconds = endpoint.lifetime.flatMap({ body?[$0]?.integer }), seconds > 0,
            .seconds(seconds) <= RetryAfter.maximum * 100
        {
            acceptance.lifetime = .seconds(seconds)
        }
        return .accepted(acceptance)
    }

    /// A token without the scheme that some servers put before it; nil where nothing is left.
    private func token(_ text: String) -> AccessToken? {
        var token = text[...]
        if let scheme = api.authorization.scheme, token.lowercased().hasPrefix(scheme.lowercased() + " ") {
            token = token.dropFirst(scheme.count + 1)
        }
        // What no field can hold could never be shown again.
        guard !token.isEmpty, token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        return AccessToken(String(token))
    }

    private func rejected(
        _ meaning: ReplyMeaning,
        _ body: JSONValue?,
        _ outcome: ReplyOutcome,
        _ retryAfter: Duration?
    ) -> Reply {
        switch meaning {
        case .accepted, .bodyDecides, .undecodable: .failed(.undecodable)
        case .refused: refused(body ?? .null, outcome)
        case .duplicateAccount: .duplicateAccount
        case .invalidCredentials: .invalidCredentials
        case .tokenRefused: .failed(.tokenRefused)
        case .gone: .gone
        case .throttled: .failed(.throttled(retryAfter: retryAfter))
        case .inProgress: .failed(.outcomeUnknown)
        case .pathError: .failed(.pathError)
        case .serverError: .failed(.serverError)
        }
    }

    private func undecodable(_ outcome: ReplyOutcome, _ retryAfter: Duration?) -> Reply {
        rejected(format.undecodable, nil, outcome, retryAfter)
    }

    private func refused(_ body: JSONValue, _ outcome: ReplyOutcome) -> Reply {
        let issues = format.fieldMessages.flatMap { body[$0] }.map(FieldMessages.read) ?? []
        let names = api.fieldNames(for: endpoint)
        let known = issues.compactMap { issue in names[issue.name].map { (field: $0, message: issue.message) } }
        let order = AccountField.allCases
        if let first = order.lazy.compactMap({ field in known.first { $0.field == field } }).first {
            return .failed(.refused(first.message, field: first.field))
        }
        if outcome.message == .none, let first = issues.first {
            let name = first.name.isEmpty ? "" : first.name + ": "
            return .failed(.refused(ServerMessage(name + first.message.text), field: nil))
        }
        return .failed(.refused(outcome.message, field: nil))
    }
}
