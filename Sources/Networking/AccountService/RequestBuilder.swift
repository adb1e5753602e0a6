import Domain

/// Makes requests as the description of an API says.
struct RequestBuilder {
    let api: AccountAPI
    let action: AccountAction
    let endpoint: Endpoint

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - texts: What a person typed, by field.
    ///   - key: The key of the operation, or nil where there is none.
    /// - Returns: The request.
    /// - Throws: `HTTPRequestError` where the description asks for what no request can be.
    func request(texts: [AccountField: String], key: String?) throws(HTTPRequestError) -> HTTPRequest {
        var fields = endpoint.fields
        if fields[.accept].isEmpty { try fields.append(.accept, "application/json") }
        var body: [UInt8] = []
        if let template = endpoint.body {
            body = (template.filled(with: texts) ?? .object([:])).bytes
            try fields.set(.contentType, "application/json")
        }
        if let key { try fields.set(.idempotencyKey, key) }
        return try HTTPRequest(
            endpoint.method,
            try url(id: texts[.id] ?? ""),
            fields: fields,
            body: body,
            handling: Handling(purpose: action.rawValue, repetition: repetition(hasKey: key != nil))
        )
    }

    private func repetition(hasKey: Bool) -> Repetition {
        switch action {
        // Without a key the second answer would be that the ID is taken or the token is worth nothing, even where the
        // method is idempotent and the first request has done what was asked for.
        case .signUp, .deleteAccount: hasKey ? .always : .unsent
        case .signIn, .whoAmI: endpoint.method.isIdempotent ? .always : .unavailable
        }
    }

    private func url(id: String) throws(HTTPRequestError) -> HTTPURL {
        let base = api.baseURL.path.hasSuffix("/") ? String(api.baseURL.path.dropLast()) : api.baseURL.path
        let path = endpoint.path.replacing("{id}", with: Self.percentEncoded(id))
        // The base URL has passed the rule already, and its origin is the same.
        return try HTTPURL(api.baseURL.origin + base + path, plainHTTP: .anywhere)
    }

    /// A text as one segment of a path, in which only the unreserved characters of RFC 3986 section 2.3 stand as they
    /// are.
    private static func percentEncoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".unicodeScalars)
        var encoded = String.UnicodeScalarView()
        for byte in text.utf8 {
            let scalar = Unicode.Scalar(byte)
            if byte < 0x80,
                scalar.properties.isAlphabetic || byte &- 0x30 < 10 || "-._~".unicodeScalars.contains(scalar)
            {
                encoded.append(scalar)
            } else {
                encoded.append(contentsOf: ["%", digits[Int(byte >> 4)], digits[Int(byte & 15)]])
            }
        }
        return String(encoded)
    }
}
