public import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A reader of one response to a call.
struct ResponseReader {
    let call: EndpointCall
    let response: HTTPResponse
    let url: HTTPURL
    let now: Date

    /// The body, or nil if it is not JSON.
    let body: JSONValue?

    /// Creates a reader of the response to a request for a URL.
    init(_ call: EndpointCall, _ response: HTTPResponse, from url: HTTPURL, now: Date) {
        self.call = call
        self.response = response
        self.url = url
        self.now = now
        // Whether an undecodable body matters depends on the status.
        body = try? JSONValue(reading: response.body)
    }

    private var action: AccountAction { call.action }
    var endpoint: Endpoint { call.endpoint }
    private var format: ResponseFormat { endpoint.response }

    /// The outcome of the call, even if the response cannot be decoded.
    var outcome: AccountResponse {
        switch kind {
        case .bodyDecides:
            guard let body, body.members != nil else { return undecodable }
            guard !ResponseOutcome(body, format: format).success else { return accepted }
            let kind = format.meaning(ofRejection: body)?.kind ?? .refused
            return kind == .refused ? refused : rejected(kind)
        case .accepted: return accepted
        case .refused: return refused
        case let kind where kind.purpose != nil: return action.mayBeginChallenge ? challenge(kind) : refused
        case .expired, .used, .tooManyAttempts:
            guard action.answersChallenge, let error = kind.codeError else { return refused }
            guard body != nil || response.body.isEmpty else { return undecodable }
            return .invalidCode(error)
        // A general code can have a meaning that this operation cannot have; its message says what is wrong.
        case .duplicateAccount where action != .signUp: return refused
        case .invalidCredentials where !action.checksCredentials: return refused
        // A page of a proxy is no answer.
        case .gone where body == nil && !response.body.isEmpty: return undecodable
        case let kind: return rejected(kind)
        }
    }

    var kind: ResponseKind {
        let status = response.status
        let read = status.kind == .successful ? format.meaning(ofCodeIn:) : format.meaning(ofRejection:)
        if let meaning = body.flatMap(read) { return meaning.kind }
        if let kind = format.statuses[status.code] ?? format.statuses[status.code / 100] ?? format.otherwise {
            return kind
        }
        if status.kind == .clientError, let standardKind { return standardKind }
        if status == .serviceUnavailable, retryAfter != nil { return .throttled }
        let kind = action.kind(of: status, hasKey: call.api.supportsIdempotencyKeys)
        if let otherKind = unrelatedKind(to: kind) { return otherKind }
        // With a 2xx status the body decides, unless there is none.
        return kind == .accepted && format.success != nil && status != .noContent ? .bodyDecides : kind
    }

    /// The meaning of the code of RFC 6749 section 5.2 for a password or a token that is not valid.
    private var standardKind: ResponseKind? {
        guard body?[JSONPath("error")]?.text == "invalid_grant" else { return nil }
        switch action {
        case .signIn: return .invalidCredentials
        case .refresh: return .tokenRefused
        default: return nil
        }
    }

    /// Returns the meaning of a rejection that says nothing about the token, where it would end a session, or a sign-out
    /// that the server has not heard; nil if it may say that.
    ///
    /// It is a page of a proxy, or has a code of RFC 6749 sections 4.1.2.1 and 5.2 about something else.
    private func unrelatedKind(to kind: ResponseKind) -> ResponseKind? {
        let code = body?[JSONPath("error")]?.text
        let isOfOtherFault = code.map(Self.codesOfOtherFaults.contains) == true
        let isText = body == nil && !response.body.isEmpty
        // A server says with a 401 how to authenticate (RFC 9110 section 15.5.2), and small ones answer with a line of text.
        let isPage = isText && response.fields[.wwwAuthenticate].isEmpty && plainText == nil
        switch action {
        case .refresh where kind == .tokenRefused: return isText ? .undecodable : isOfOtherFault ? .refused : nil
        case .signOut where response.status.kind == .clientError,
            .signOutEverywhere where response.status.kind == .clientError:
            if isPage { return .undecodable }
            if isOfOtherFault { return .serverError }
            // The server does not know the session.
            return [404, 410].contains(response.status.code) ? .refused : nil
        // Otherwise a refresh follows, and decides.
        case _ where kind == .tokenRefused && call.api[.refresh] == nil: return isPage ? .undecodable : nil
        default: return nil
        }
    }

    private static let codesOfOtherFaults: Set = [
        "access_denied", "invalid_client", "invalid_request", "invalid_scope", "server_error",
        "temporarily_unavailable", "unauthorized_client", "unsupported_grant_type",
    ]

    /// The time to wait before the next request.
    private var retryAfter: Duration? {
        if let time = RetryAfter.read(response.fields, now: now) { return time }
        for path in format.retryAfter {
            let text = body?[path]?.scalar
            guard let time = text.flatMap(RetryAfter.seconds) else { continue }
            return path.isInMilliseconds ? time / 1_000 : time
        }
        return nil
    }

    // MARK: Acceptance

    /// Whether the body has what only a success has.
    private var isPresent: Bool {
        body?.first(at: endpoint.present) { $0 == .null ? nil : true } ?? endpoint.present.isEmpty
    }

    private var accepted: AccountResponse {
        // The members of such a body are values: no message is about the field of the same name.
        guard isPresent else { return refused(fieldMessages: []) }
        let token = value(at: endpoint.token, of: .accessToken)
        // A page of a proxy or of a hotel's network can have any status; a token proves that the server answered. The body
        // of a redirect is a page for people.
        let isPage = body == nil && !response.body.isEmpty && token == nil && response.status.kind != .redirection
        guard !isPage, action != .whoAmI || endpoint.hasOwner(call.session, in: body) else { return undecodable }
        var acceptance = AccountResponse.Acceptance(endpoint: endpoint, body: body)
        if action == .resendChallenge || action == .resendVerification { return challenge(.accepted) }
        guard let token, let access = accessToken(token.text) else {
            // A registration or a confirmation without a body is one without a session.
            let isBodyMissing = if case .json? = endpoint.token { body?.members == nil } else { false }
            return isBodyMissing && ![.signUp, .verify].contains(action) ? undecodable : .accepted(acceptance)
        }
        let refresh = value(at: endpoint.refreshToken, of: .refreshToken)
        do throws(UnreadableLifetime) {
            // Keycloak writes 0 for a refresh token that does not expire.
            let refreshExpiry = try expiry(endpoint.refreshLifetime).flatMap { $0 > now ? $0 : nil }
            acceptance.tokens = TokenSet(
                access,
                accessExpiresAt: try expiry(endpoint.lifetime) ?? token.cookie?.expiresAt,
                refresh: refresh.map { RefreshToken($0.text) },
                refreshExpiresAt: refreshExpiry ?? refresh?.cookie?.expiresAt,
                accessCookie: token.cookie,
                refreshCookie: refresh?.cookie
            )
        } catch {
            return undecodable
        }
        return .accepted(acceptance)
    }

    /// Returns the step that the response asks for, or whose message was sent again.
    private func challenge(_ kind: ResponseKind) -> AccountResponse {
        // With a token, no step is left, unless it is that of the step.
        if isPresent, let token = value(at: endpoint.token, of: .accessToken), accessToken(token.text) != nil {
            return accepted
        }
        let format = endpoint.challenge ?? ChallengeFormat()
        // The confirmation of an address repeats nothing.
        guard let captured = kind.purpose == .addressConfirmation ? [:] : values(at: format.captures) else {
            return undecodable
        }
        let destination = body?.first(at: format.destination, \.text).map { ServerMessage($0).text }
        do throws(UnreadableLifetime) {
            let step = AccountResponse.Step(
                kind: kind,
                captured: captured,
                destination: destination?.isEmpty == false ? destination : nil,
                length: format.length,
                expiresAt: try expiry(format.lifetime),
                resendAt: try expiry(format.pause),
                attemptsLeft: attemptsLeft
            )
            return .challenge(step)
        } catch {
            return undecodable
        }
    }

    private var attemptsLeft: Int? {
        body?.first(at: endpoint.challenge?.attemptsLeft ?? []) { $0.integer.flatMap { $0 < 0 ? nil : $0 } }
    }

    /// Returns the values at several locations, or nil if one is missing.
    func values(at locations: [Placeholder: ValueLocation]) -> RequestValues? {
        var values: RequestValues = [:]
        for (placeholder, location) in locations {
            guard let text = value(at: location, \.scalar)?.text else { return nil }
            values[placeholder] = text
        }
        return values
    }

    /// Returns the first well-formed value at a location, and its scope if it is a cookie; that of a token includes
    /// each request that carries it.
    func value(
        at location: ValueLocation?,
        of token: Placeholder? = nil,
        _ read: (JSONValue) -> String? = \.text
    ) -> (text: String, cookie: CookieScope?)? {
        switch location {
        case .header(let name):
            return response.fields[name].first { accessToken($0) != nil }.map { ($0, nil) }
        case .json(let paths):
            return body?.first(at: paths) { read($0).flatMap { $0.isEmpty ? nil : ($0, nil) } }
        case .cookie(let name):
            let urls = token.map(call.api.urls(carrying:)) ?? []
            let cookie = response.fields.cookies(from: url, at: now).last { cookie in
                cookie.name == name && !cookie.value.isEmpty && !cookie.scope.isExpired(at: now)
                    && urls.allSatisfy(cookie.scope.includes)
            }
            return cookie.map { ($0.value, $0.scope) }
        case nil:
            return nil
        }
    }

    /// Returns a token without the scheme that some servers put before it, or nil if nothing is left.
    func accessToken(_ text: String) -> AccessToken? {
        var token = text[...]
        if case .header(_, let scheme?) = call.api.authorization,
            token.lowercased().hasPrefix(scheme.lowercased() + " ")
        {
            token = token.dropFirst(scheme.count + 1)
        }
        // A token that no header field can hold could not be sent back.
        guard !token.isEmpty, token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        return AccessToken(String(token))
    }

    /// A lifetime that is negative, too long, or no number.
    private struct UnreadableLifetime: Error {}

    private func expiry(_ lifetime: TokenLifetime?) throws(UnreadableLifetime) -> Date? {
        switch lifetime {
        case .seconds(let seconds): return now + Double(seconds)
        case .json(let paths):
            guard let path = paths.first(where: { ![nil, .null].contains(body?[$0]) }) else { return nil }
            let number = body?[path]?.code.flatMap(Double.init)
            guard let seconds = number.map({ path.isInMilliseconds ? $0 / 1_000 : $0 }),
                (0...Double(TokenLifetime.longest)).contains(seconds)
            else { throw UnreadableLifetime() }
            return now + seconds
        case nil: return nil
        }
    }

    // MARK: Rejection

    private func rejected(_ kind: ResponseKind) -> AccountResponse {
        switch kind {
        case .accepted, .bodyDecides, .undecodable: .failed(.remote(.undecodable))
        case .refused: .failed(.remote(.refused(ServerRefusal())))
        case .duplicateAccount: .duplicateAccount
        case .invalidCredentials: .invalidCredentials
        case .tokenRefused: .failed(.tokenRefused)
        case .gone: .gone
        case .throttled: .failed(.remote(.throttled(retryAfter: retryAfter)))
        case .inProgress: .failed(.remote(.outcomeUnknown))
        case .pathError: .failed(.remote(.pathError))
        case .serverError: .failed(.remote(.serverError))
        // They are read where they have a meaning.
        case .confirmByLink, .confirmByCode, .linkRequired, .codeRequired, .totpRequired, .expired, .used,
            .tooManyAttempts:
            .failed(.remote(.refused(ServerRefusal())))
        }
    }

    private var undecodable: AccountResponse { rejected(format.undecodable) }

    private var refused: AccountResponse { refused(fieldMessages: format.fieldMessages) }

    private func refused(fieldMessages: [JSONPath]) -> AccountResponse {
        if action.answersChallenge { return .invalidCode(.wrong(attemptsLeft: attemptsLeft)) }
        var format = format
        format.fieldMessages = fieldMessages
        let messages = ErrorMessages(body ?? .null, format: format, fieldNames: endpoint.fieldNames)
        let message = plainText ?? messages.message
        return .failed(.remote(.refused(ServerRefusal(message, fieldMessages: messages.fieldMessages))))
    }

    /// The first line of a body that is text.
    private var plainText: ServerMessage? {
        guard body == nil, response.fields[.contentType].contains(where: { $0.lowercased().hasPrefix("text/plain") })
        else { return nil }
        let text = String(validating: response.body, as: UTF8.self)
        return text?.split(whereSeparator: \.isNewline).first.map { ServerMessage(String($0)) }
    }
}

extension AccountAPI {
    /// Returns the URLs of the requests that carry a token, with any values of their placeholders.
    func urls(carrying token: Placeholder) -> [HTTPURL] {
        let requests = endpoints.flatMap { action, endpoint in
            (endpoint.before.map(\.request) + [endpoint.request]).filter {
                $0.tokens(for: action, authorization).contains(token)
            }
        }
        return requests.filter { $0.server.map(trusts) ?? true }.compactMap { request in
            // A request without a valid URL is never sent.
            try? RequestBuilder.url(of: request, in: self) { _ in "x" }
        }
    }
}

/// The outcome in the body of a response, read leniently (S3.2).
public struct ResponseOutcome: Hashable, Sendable {
    /// The member `status`; -1 if it is missing or not an integer.
    public let status: Int

    /// Whether the request succeeded; false if this is missing or not a Boolean.
    public let success: Bool

    /// The message of the server; empty if it is missing or not a string.
    public let message: ServerMessage

    /// Reads an outcome.
    ///
    /// - Parameters:
    ///   - body: Any body.
    ///   - format: The paths to the outcome.
    public init(_ body: JSONValue, format: ResponseFormat) {
        status = body[JSONPath("status")]?.integer ?? -1
        success = format.success.flatMap { body[$0]?.bool } ?? false
        message = ErrorMessages(body, format: format, fieldNames: [:]).message
    }
}
