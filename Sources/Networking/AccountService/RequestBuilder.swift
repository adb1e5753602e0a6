import Domain
import Synchronization

/// A builder of the requests that an endpoint describes.
struct RequestBuilder {
    let api: AccountAPI
    let action: AccountAction
    let endpoint: Endpoint

    /// Creates a request with the texts of a form, or throws if the described request is not valid.
    func request(texts: [AccountField: String], key: String?) throws(HTTPRequestError) -> HTTPRequest {
        var fields = endpoint.fields
        if fields[.accept].isEmpty { try fields.append(.accept, "application/json") }
        var body: [UInt8] = []
        if let template = endpoint.body {
            body = (template.filled(with: texts) ?? .object([:])).bytes
            try fields.set(.contentType, "application/json")
        }
        if let key { try fields.set(.idempotencyKey, key) }
        let path = endpoint.path.replacing("{id}", with: Self.percentEncoded(texts[.id] ?? ""))
        return try HTTPRequest(
            endpoint.method,
            // The base URL has passed the check for plain HTTP, and this one has the same origin.
            HTTPURL(api.baseURL.origin + api.basePath + path, plainHTTP: .anywhere),
            fields: fields,
            body: body,
            options: RequestOptions(purpose: action.rawValue, retrySafety: retrySafety(hasKey: key != nil))
        )
    }

    private func retrySafety(hasKey: Bool) -> RetrySafety {
        switch action {
        // Without a key, a second request after a success would report a taken ID or an invalid token, even with an
        // idempotent method.
        case .signUp, .deleteAccount: hasKey ? .always : .ifUnsent
        case .signIn, .whoAmI: endpoint.method.isIdempotent ? .always : .ifUnavailable
        }
    }

    /// Returns a text as one segment of a path, with all but the unreserved characters of RFC 3986 section 2.3 encoded.
    private static func percentEncoded(_ text: String) -> String {
        text.utf8.map { byte in
            byte.isLetter || byte.isDigit || "-._~".utf8.contains(byte)
                ? String(Unicode.Scalar(byte)) : (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}

/// The hashes of the forms that this process has sent, by idempotency key.
///
/// The hashes are seeded per process, so they reveal nothing about a form.
final class SentForms: Sendable {
    private let hashes = Mutex<[String: Int]>([:])

    /// Returns whether a different form was sent under a key.
    func differ(from form: [AccountField: String], under key: String) -> Bool {
        hashes.withLock { $0[key] }.map { $0 != hash(of: form) } ?? false
    }

    func add(_ form: [AccountField: String], under key: String) {
        let hash = hash(of: form)
        hashes.withLock { $0[key] = hash }
    }

    func remove(_ key: String) {
        hashes.withLock { $0[key] = nil }
    }

    /// Returns a hash of the bytes, because a server compares the bytes of bodies.
    private func hash(of form: [AccountField: String]) -> Int {
        form.mapValues { Array($0.utf8) }.hashValue
    }
}
