import Domain

/// A writer of the responses that an endpoint describes: the inverse of ``ResponseReader``.
struct ResponseWriter {
    let endpoint: Endpoint

    /// The messages in the language of the user, by the English ones.
    var translations: [String: String] = [:]

    /// Returns a successful response.
    func acceptance(
        token: String? = nil,
        refreshToken: String? = nil,
        captured: String? = nil,
        key: String? = nil,
        isVerified: Bool? = nil,
        texts: [AccountField: String] = [:]
    ) -> HTTPResponse {
        var body = JSONValue.object([:])
        var fields = HTTPFields()
        if let success = endpoint.response.success { body.set(.bool(true), at: success) }
        for (field, paths) in endpoint.owner {
            if let text = texts[field], let path = paths.first { body.set(.string(text), at: path) }
        }
        // The server in this process has no keys but IDs.
        if let key = key ?? texts[.id], let path = endpoint.ownerKey.first { body.set(.string(key), at: path) }
        if let isVerified, let path = endpoint.ownerVerified.first { body.set(.bool(isVerified), at: path) }
        if let path = endpoint.present.first { body.set(.bool(true), at: path) }
        let captures = endpoint.before.flatMap(\.captures.values).map { (captured, Optional($0)) }
        for (text, location) in captures + [(token, endpoint.token), (refreshToken, endpoint.refreshToken)] {
            if let text, let location { Self.write(text, at: location, &body, &fields) }
        }
        return response(status(for: .accepted) ?? status(for: .bodyDecides) ?? .ok, body, fields)
    }

    /// Returns a response with random values at several locations.
    static func values(at locations: some Sequence<ValueLocation>, _ values: IDGenerator) -> HTTPResponse {
        var (body, fields) = (JSONValue.object([:]), HTTPFields())
        for location in locations { write(values.next(), at: location, &body, &fields) }
        return HTTPResponse(.ok, fields: fields, body: body.bytes)
    }

    /// Writes a text of letters and digits at a location.
    private static func write(
        _ text: String,
        at location: ValueLocation,
        _ body: inout JSONValue,
        _ fields: inout HTTPFields
    ) {
        switch location {
        case .json(let paths): if let path = paths.first { body.set(.string(text), at: path) }
        // Letters and digits are valid in a field.
        case .header(let name): try? fields.append(name, text)
        case .cookie(let name): try? fields.append(.setCookie, "\(name)=\(text); Path=/; HttpOnly")
        }
    }

    /// Returns a response that asks for a step, with the token that the answer repeats.
    func challenge(_ kind: ResponseKind, token: String) -> HTTPResponse {
        var (body, fields) = (JSONValue.object([:]), HTTPFields())
        for location in endpoint.challenge?.captures.values.map(\.self) ?? [] {
            Self.write(token, at: location, &body, &fields)
        }
        if let path = endpoint.challenge?.destination.first { body.set(.string("k***@example.com"), at: path) }
        for (seconds, lifetime) in [("600", endpoint.challenge?.lifetime), ("30", endpoint.challenge?.pause)] {
            if case .json(let paths)? = lifetime, let path = paths.first { body.set(.number(seconds), at: path) }
        }
        if let status = status(for: kind) { return response(status, body, fields) }
        if let code = code(for: kind), let path = endpoint.response.code.first { body.set(.string(code), at: path) }
        return response(.unauthorized, body, fields)
    }

    /// Returns a failure response.
    func refusal(
        _ kind: ResponseKind,
        _ message: String,
        field: AccountField? = nil,
        attemptsLeft: Int? = nil
    ) -> HTTPResponse {
        let message = translations[message] ?? message
        var body = JSONValue.object([:])
        if let attemptsLeft, let path = endpoint.challenge?.attemptsLeft.first {
            body.set(.number(String(attemptsLeft)), at: path)
        }
        if let path = endpoint.response.messages.first { body.set(.string(message), at: path) }
        if let field, let path = endpoint.response.fieldMessages.first,
            let name = endpoint.request.body?.fieldNames.first(where: { $0.value == field })?.key
        {
            body.set(.object([name: .array([.string(message)])]), at: path)
        }
        if let status = status(for: kind) { return response(status, body) }
        if let code = code(for: kind), let path = endpoint.response.code.first {
            body.set(.string(code), at: path)
            return response(.badRequest, body)
        }
        if let success = endpoint.response.success, let status = status(for: .bodyDecides) {
            body.set(.bool(false), at: success)
            return response(status, body)
        }
        return response(defaultStatus(for: kind), body)
    }

    private func status(for kind: ResponseKind) -> HTTPStatus? {
        endpoint.response.statuses.filter { $0.value == kind }.keys.sorted().lazy.compactMap { HTTPStatus($0) }.first
    }

    /// Returns a code with this meaning alone; a pattern becomes a code that matches it.
    private func code(for kind: ResponseKind) -> String? {
        endpoint.response.codes.filter { $0.value == ErrorCodeMeaning(kind) }.keys.sorted().last.map {
            $0.replacing("*", with: "X")
        }
    }

    private func defaultStatus(for kind: ResponseKind) -> HTTPStatus {
        switch kind {
        case .accepted, .bodyDecides, .undecodable, .gone: .ok
        case .refused: .unprocessableContent
        case .duplicateAccount, .inProgress: .conflict
        case .invalidCredentials, .tokenRefused: .unauthorized
        case .throttled: .tooManyRequests
        case .pathError: .notFound
        case .serverError: .internalServerError
        case .confirmByLink, .confirmByCode, .linkRequired, .codeRequired, .totpRequired: .unauthorized
        case .expired: HTTPStatus(410) ?? .notFound
        case .used, .tooManyAttempts: .unprocessableContent
        }
    }

    private func response(_ status: HTTPStatus, _ body: JSONValue, _ fields: HTTPFields = HTTPFields()) -> HTTPResponse
    {
        var fields = fields
        // This constant is a valid value.
        try? fields.set(.contentType, "application/json")
        return HTTPResponse(status, fields: fields, body: body.bytes)
    }
}

extension JSONValue {
    /// Sets the value at a path, and creates missing objects, lists of one element, and elements that pass a filter.
    fileprivate mutating func set(_ value: JSONValue, at path: JSONPath) {
        guard let name = path.names.first else {
            self = value
            return
        }
        let rest = JSONPath(Array(path.names.dropFirst()))
        if name == "0" {
            var first = elements?.first ?? .object([:])
            first.set(value, at: rest)
            self = .array([first])
            return
        }
        if let filter = ElementFilter(name) {
            var elements = elements ?? []
            let position = filter.position(in: elements) ?? elements.endIndex
            if position == elements.endIndex { elements.append(.object([filter.name: .string(filter.text)])) }
            elements[position].set(value, at: rest)
            self = .array(elements)
            return
        }
        var members = members ?? [:]
        var member = members[name] ?? .object([:])
        member.set(value, at: rest)
        members[name] = member
        self = .object(members)
    }
}
