import Domain

/// Makes the responses that the description of an endpoint describes: what ``ReplyReader`` does, the other way round.
struct ReplyWriter {
    let action: AccountAction
    let endpoint: Endpoint

    /// A response that says that it was done.
    func acceptance(token: String? = nil, texts: [AccountField: String] = [:]) -> HTTPResponse {
        let status = status(for: .accepted) ?? status(for: .bodyDecides) ?? .ok
        var body = JSONValue.object([:])
        var fields = HTTPFields()
        if let success = endpoint.reply.success { body.set(.bool(true), at: success) }
        if let place = endpoint.owner.id, let text = texts[.id] { body.set(.string(text), at: place) }
        if let place = endpoint.owner.nickname, let text = texts[.nickname] { body.set(.string(text), at: place) }
        if let place = endpoint.owner.name, let text = texts[.name] { body.set(.string(text), at: place) }
        if let place = endpoint.owner.email, let text = texts[.email] { body.set(.string(text), at: place) }
        if let place = endpoint.owner.phone, let text = texts[.phone] { body.set(.string(text), at: place) }
        if let token {
            switch endpoint.token {
            case .json(let path): body.set(.string(token), at: path)
            // A token of this server is made of letters and digits.
            case .header(let name): try? fields.set(name, token)
            case nil: break
            }
        }
        return response(status, body, fields)
    }

    /// A response that says that it was not done.
    func refusal(_ meaning: ReplyMeaning, _ message: String, field: AccountField? = nil) -> HTTPResponse {
        var body = JSONValue.object([:])
        if let place = endpoint.reply.messages.first { body.set(.string(message), at: place) }
        if let field, let place = endpoint.reply.fieldMessages,
            let name = endpoint.body?.fieldNames.first(where: { $0.value == field })?.key
        {
            body.set(.object([name: .array([.string(message)])]), at: place)
        }
        if let status = status(for: meaning) { return response(status, body) }
        if let success = endpoint.reply.success, let status = status(for: .bodyDecides) {
            body.set(.bool(false), at: success)
            return response(status, body)
        }
        return response(usualStatus(for: meaning), body)
    }

    private func status(for meaning: ReplyMeaning) -> HTTPStatus? {
        endpoint.reply.statuses.filter { $0.value == meaning }.keys.sorted().lazy.compactMap { HTTPStatus($0) }.first
    }

    private func usualStatus(for meaning: ReplyMeaning) -> HTTPStatus {
        switch meaning {
        case .accepted, .bodyDecides, .undecodable, .gone: .ok
        case .refused: .unprocessableContent
        case .duplicateAccount, .inProgress: .conflict
        case .invalidCredentials, .tokenRefused: .unauthorized
        case .throttled: .tooManyRequests
        case .pathError: .notFound
        case .serverError: .internalServerError
        }
    }

    private func response(_ status: HTTPStatus, _ body: JSONValue, _ fields: HTTPFields = HTTPFields()) -> HTTPResponse
    {
        var fields = fields
        // A constant that is a value of a field.
        try? fields.set(.contentType, "application/json")
        return HTTPResponse(status, fields: fields, body: body.bytes)
    }
}

extension JSONValue {
    /// Puts a value where a path leads, and makes the objects on the way.
    fileprivate mutating func set(_ value: JSONValue, at path: JSONPath) {
        guard let name = path.names.first else {
            self = value
            return
        }
        var members = members ?? [:]
        var member = members[name] ?? .object([:])
        member.set(value, at: JSONPath(Array(path.names.dropFirst())))
        members[name] = member
        self = .object(members)
    }
}
