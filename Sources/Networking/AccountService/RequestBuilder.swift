import Domain
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A builder of the requests that an API describes.
struct RequestBuilder {
    let api: AccountAPI
    let action: AccountAction

    /// The preferred language of responses, such as `ko`; nil for none.
    var language: String?

    /// The tokens of the session, or nil.
    var tokens: TokenSet?

    /// Creates a request, or throws if the described request is not valid, or may not carry its token.
    ///
    /// The token of the session is added, unless the request has it as a placeholder.
    func request(
        _ template: RequestTemplate,
        values: RequestValues,
        key: String? = nil,
        jar: CookieJar,
        at now: Date
    ) throws(AccountServiceFailure) -> HTTPRequest {
        let isTrusted = template.server.map(api.trusts) ?? true
        let request: HTTPRequest
        do {
            let values = isTrusted ? values : values.filter { ![.accessToken, .refreshToken].contains($0.key) }
            let url = try Self.url(of: template, in: api) { values[$0] }
            let captured = jar.cookies(for: url, at: now)
            request = try self.request(template, url, values, key, isTrusted ? tokens?.access : nil, captured)
        } catch {
            throw .remote(.pathError)
        }
        if isTrusted { try check(template.tokens(for: action, api.authorization), request.url) }
        return request
    }

    /// Throws if a request for a URL may not carry a token that came in a cookie.
    ///
    /// The clock may be wrong, so the server decides whether a cookie has expired.
    private func check(_ sent: Set<Placeholder>, _ url: HTTPURL) throws(AccountServiceFailure) {
        let scopes = [(Placeholder.accessToken, tokens?.accessCookie), (.refreshToken, tokens?.refreshCookie)]
        for case (let token, let scope?) in scopes where sent.contains(token) {
            guard scope.includes(url) else { throw action.failureWithoutToken }
        }
    }

    private func request(
        _ template: RequestTemplate,
        _ url: HTTPURL,
        _ values: RequestValues,
        _ key: String?,
        _ token: AccessToken?,
        _ captured: CookieJar
    ) throws(HTTPRequestError) -> HTTPRequest {
        var fields = HTTPFields()
        for (name, value) in template.headers.sorted(by: { $0.key.description < $1.key.description }) {
            if let text = value.filled(with: values) { try fields.append(name, text) }
        }
        if fields[.accept].isEmpty { try fields.append(.accept, "application/json") }
        if let language, fields[.acceptLanguage].isEmpty { try fields.append(.acceptLanguage, language) }
        var body: [UInt8] = []
        if let filled = template.body?.filled(with: values) {
            body = template.encoding.bytes(of: filled)
            try fields.set(.contentType, template.contentType ?? template.encoding.contentType)
        }
        if let key { try fields.set(.idempotencyKey, key) }
        var cookies = [captured.field].compactMap(\.self)
        // A captured cookie replaces an older one with its name (RFC 6265bis section 5.7).
        for (name, value) in template.cookies.sorted(by: { $0.key < $1.key }) where !captured.has(name) {
            if let text = value.filled(with: values) { cookies.append(try Cookie.pair(name, text)) }
        }
        if !cookies.isEmpty { try fields.set(.cookie, cookies.joined(separator: "; ")) }
        let isReplaced = if case .cookie(let name) = api.authorization { captured.has(name) } else { false }
        if let token, action.isAuthorized, !isReplaced, !template.hasToken(for: api.authorization) {
            try api.authorization.apply(token, to: &fields)
        }
        return try HTTPRequest(
            template.method,
            url,
            fields: fields,
            body: body,
            options: RequestOptions(purpose: action.rawValue, retrySafety: retrySafety(template, hasKey: key != nil))
        )
    }

    /// Returns the URL of a request, or throws if it is not valid or a value is missing.
    static func url(
        of template: RequestTemplate,
        in api: AccountAPI,
        _ value: (Placeholder) -> String?
    ) throws(HTTPRequestError) -> HTTPURL {
        let path = TextTemplate(path: template.path).filled { placeholder in
            value(placeholder).map { $0.percentEncoded() }
        }
        guard let path else { throw .invalidURL }
        // The URLs have passed the check for plain HTTP, and this one has the same origin.
        return try HTTPURL((template.server?.origin ?? api.baseURL.origin + api.basePath) + path, plainHTTP: .anywhere)
    }

    private func retrySafety(_ template: RequestTemplate, hasKey: Bool) -> RetrySafety {
        switch action {
        case _ where template != api[action]?.request: template.method.isIdempotent ? .always : .ifUnsent
        // Without a key, a second request after a success would report a taken ID or an invalid token, even with an
        // idempotent method.
        case _ where action.changesAccounts: hasKey ? .always : .ifUnsent
        // A second request would use a token for the second time.
        case .refresh, .cancelChallenge: .ifUnsent
        default: template.method.isIdempotent ? .always : .ifUnavailable
        }
    }
}

/// The hashes of the forms that this process has sent, by idempotency key.
///
/// The hashes are seeded per process, so they reveal nothing about a form.
final class SentForms: Sendable {
    private let hashes = Mutex<[String: Int]>([:])

    /// Returns whether a different form was sent under a key.
    func differ(from form: RequestValues, under key: String) -> Bool {
        hashes.withLock { $0[key] }.map { $0 != hash(of: form) } ?? false
    }

    func add(_ form: RequestValues, under key: String) {
        let hash = hash(of: form)
        hashes.withLock { $0[key] = hash }
    }

    func remove(_ key: String) {
        hashes.withLock { $0[key] = nil }
    }

    /// Returns a hash of the bytes, because a server compares the bytes of bodies.
    private func hash(of form: RequestValues) -> Int {
        form.mapValues { Array($0.utf8) }.hashValue
    }
}
