import Domain

extension DescriptionReader {
    /// Reads an endpoint; nil after a mistake without which there is no request.
    mutating func endpoint(for action: AccountAction, _ context: EndpointContext) -> Endpoint? {
        var known = action.placeholders
        if !context.hasKeys { known.remove(.key) }
        if !context.hasRefreshTokens { known.remove(.refreshToken) }
        known.formUnion(context.constants.keys)
        if action.hasCaptures { known.formUnion(context.captures) }
        // It has the parts of the description even if there is no request, so that all mistakes are found.
        var endpoint = Endpoint(.post, "/", response: response(over: context.format))
        endpoint.before = preparatoryRequests(known, action, context)
        for step in endpoint.before { known.formUnion(step.captures.keys) }
        let request = request(known, action, context)
        // Without a token, these always fail.
        if [.signIn, .refresh, .answerChallenge].contains(action), !has("token") {
            log.note(.missing, at: place(of: "token"))
        }
        endpoint.token = tokenLocation("token", if: action.startsSession)
        endpoint.refreshToken = tokenLocation("refreshToken", if: action.startsSession)
        endpoint.lifetime = lifetime("lifetime")
        endpoint.refreshLifetime = lifetime("refreshLifetime")
        endpoint.present = paths("present") ?? []
        object("owner") { reader in
            for field in [.id] + Profile.fields.map(\.field) { endpoint.owner[field] = reader.paths(field.rawValue) }
            endpoint.ownerKey = reader.paths("key") ?? []
            endpoint.ownerVerified = reader.paths("verified") ?? []
        }
        endpoint.challenge = object("challenge") { $0.challenge() }
        guard let request else { return nil }
        endpoint.request = request
        return endpoint
    }

    private mutating func preparatoryRequests(
        _ placeholders: Set<Placeholder>,
        _ action: AccountAction,
        _ context: EndpointContext
    ) -> [PreparatoryRequest] {
        var known = placeholders
        let steps = objects("before", named: context.steps, in: "steps") { reader -> PreparatoryRequest? in
            if reader.isEmpty("capture") { reader.log.note(.missing, at: reader.place(of: "capture")) }
            let captures = reader.objects("capture", Self.placeholderName) { $0.valueLocation() }
            let request = reader.request(known, action, context)
            known.formUnion((captures ?? [:]).keys)
            return request.map { PreparatoryRequest($0, captures: captures ?? [:]) }
        }
        if steps.count > PreparatoryRequest.maximumCount {
            log.note(.expected("at most \(PreparatoryRequest.maximumCount) requests"), at: place(of: "before"))
        }
        return steps.compactMap(\.self)
    }

    // MARK: Requests

    private mutating func request(
        _ placeholders: Set<Placeholder>,
        _ action: AccountAction,
        _ context: EndpointContext
    ) -> RequestTemplate? {
        let methods: [HTTPMethod] = [.get, .head, .post, .put, .patch, .delete, .options]
        let method = need("method", "one of \(methods.map(\.text).joined(separator: ", ")), in upper case") { value in
            methods.first { $0.text == value.text }
        }
        let target = target(context)
        let encoding = take("encoding", Self.value(of: BodyEncoding.self)) ?? .json
        let body = take("body", encoding.expectedBody) { value -> BodyTemplate? in
            let body = BodyTemplate(value)
            return (value.members != nil || value.elements != nil) && encoding.accepts(body) ? body : nil
        }
        let contentType = take("contentType", "a media type") {
            $0.text.flatMap { HTTPGrammar.isFieldValue($0) ? $0 : nil }
        }
        let cookieText = text("a text of visible ASCII characters without “;”", context) {
            $0.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && !$0.contains(";")
        }
        // What is wrong with the method or the path does not hide the other mistakes.
        var request = RequestTemplate(method ?? .post, target?.path ?? "/", body: body)
        request.server = target?.server
        request.headers = headers(hasBody: body != nil, context)
        request.cookies = map("cookies", Self.cookie, cookieText) ?? [:]
        (request.encoding, request.contentType) = (encoding, contentType)
        if body != nil, !request.method.allowsBody {
            log.note(.expected("no body with this method"), at: place(of: "body"))
        }
        check(request, placeholders, action, context)
        return method == nil || target == nil ? nil : request
    }

    /// Reads `path`, or an absolute `url`.
    private mutating func target(_ context: EndpointContext) -> (server: HTTPURL?, path: String)? {
        guard has("url") else {
            return need("path", "a path such as “/users/{id}”") { value in
                value.text.flatMap { Self.isPath($0) ? (nil, $0) : nil }
            }
        }
        if has("path") { log.note(.expected("either a path or a URL"), at: place(of: "url")) }
        _ = take("path", "a path", \.text)
        return take("url", "an absolute URL with “https”, or with “http” for this machine") { value in
            guard let text = value.text, let start = text.firstRange(of: "://")?.upperBound else { return nil }
            let slash = text[start...].firstIndex { $0 == "/" || $0 == "?" } ?? text.endIndex
            let path = text[slash...].hasPrefix("/") ? String(text[slash...]) : "/" + text[slash...]
            // The expectation says what is wrong.
            guard let server = try? HTTPURL(String(text[..<slash]), plainHTTP: context.plainHTTP), Self.isPath(path)
            else { return nil }
            return (server, path)
        }
    }

    /// Returns whether a text is a path and query in which names in braces are placeholders.
    private static func isPath(_ text: String) -> Bool {
        guard text.hasPrefix("/"),
            let filled = TextTemplate(path: text).filled(with: { _ in "x" })
        else { return false }
        let mark = filled.firstIndex(of: "?") ?? filled.endIndex
        return URLGrammar.isPath(filled[..<mark]) && URLGrammar.isQuery(filled[mark...])
    }

    private static let cookie = Expectation<String>("the name of a cookie", cookieName)

    /// Returns a reader of templates that are accepted as they are with their constants.
    private func text(
        _ expected: String,
        _ context: EndpointContext,
        _ isAccepted: @escaping @Sendable (String) -> Bool
    ) -> Expectation<TextTemplate> {
        Expectation(expected) { [constants = context.constants] value in
            guard let template = value.text.map({ TextTemplate($0) }) else { return nil }
            let isValid = template.filled { constants[$0] ?? "x" }.map(isAccepted)
            return isValid == true ? template : nil
        }
    }

    private mutating func headers(
        hasBody: Bool,
        _ context: EndpointContext
    ) -> [HTTPFieldName: TextTemplate] {
        let value = text("a text of visible ASCII characters", context) {
            HTTPGrammar.isFieldValue($0) && $0.utf8.allSatisfy { $0 < 0x80 }
        }
        let headers = map("headers", Self.ownField, value) ?? [:]
        var overwritten: Set<HTTPFieldName> = [.cookie]
        if hasBody { overwritten.insert(.contentType) }
        if context.supportsKeys { overwritten.insert(.idempotencyKey) }
        for name in headers.keys where overwritten.contains(name) {
            log.note(.overwrittenHeader(name), at: place(of: "headers").appending(name.description))
        }
        return headers
    }

    /// Notes placeholders without values, and tokens for servers that may not receive them.
    private func check(
        _ request: RequestTemplate,
        _ known: Set<Placeholder>,
        _ action: AccountAction,
        _ context: EndpointContext
    ) {
        let target = place(of: request.server == nil ? "path" : "url")
        var parts = [(target, TextTemplate(path: request.path))]
        for (name, template) in request.headers {
            parts.append((place(of: "headers").appending(name.description), template))
        }
        for (name, template) in request.cookies { parts.append((place(of: "cookies").appending(name), template)) }
        if let body = request.body { parts += body.texts(at: place(of: "body")) }
        let names = known.union(AccountAction.allPlaceholders)
        for (path, template) in parts {
            for placeholder in template.placeholders.subtracting(known).sorted() {
                log.note(.unknownPlaceholder(placeholder, known: known.sorted()), at: path)
            }
            let others = template.literals.map { path == target ? TextTemplate($0) : TextTemplate(path: $0) }
            for placeholder in Set(others.flatMap(\.placeholders)).intersection(names).sorted() {
                log.note(.misplacedPlaceholder(placeholder, inPath: path == target), at: path)
            }
        }
        guard let server = request.server, !context.trustedOrigins.contains(server.origin) else { return }
        if action.isAuthorized || request.hasToken(for: context.authorization) {
            log.note(.untrustedServer(server.origin), at: place(of: "url"))
        }
    }

    // MARK: Responses

    /// Reads the parts of a step.
    private mutating func challenge() -> ChallengeFormat {
        var challenge = ChallengeFormat()
        challenge.captures = objects("capture", Self.placeholderName) { $0.valueLocation() } ?? [:]
        challenge.destination = paths("destination") ?? []
        challenge.length = take("length", "a number from 1 to 64") { value in
            value.integer.flatMap { (1...64).contains($0) ? $0 : nil }
        }
        challenge.lifetime = lifetime("lifetime")
        challenge.pause = lifetime("resendAfter")
        challenge.attemptsLeft = paths("attemptsLeft") ?? []
        return challenge
    }

    /// Reads the location of a value.
    private mutating func valueLocation() -> ValueLocation? {
        if ["json", "header", "cookie"].count(where: has) != 1 {
            log.note(.expected("{\"json\": path}, {\"header\": name} or {\"cookie\": name}"), at: place)
        }
        let json = paths("json")
        let header = take("header", "the name of a header field", Self.fieldName)
        let cookie = take("cookie", "the name of a cookie", Self.cookieName)
        return json.map { .json($0) } ?? header.map { .header($0) } ?? cookie.map { .cookie($0) }
    }

    private mutating func tokenLocation(_ name: String, if startsSession: Bool) -> ValueLocation? {
        if has(name), !startsSession {
            log.note(.expected("no token in the response to this request"), at: place(of: name))
        }
        return object(name) { $0.valueLocation() } ?? nil
    }

    private mutating func lifetime(_ name: String) -> TokenLifetime? {
        let number = "a number of seconds up to \(TokenLifetime.longest)"
        if let seconds = integer(of: name) {
            return take(name, number) { _ in
                (1...TokenLifetime.longest).contains(Int64(seconds)) ? .seconds(seconds) : nil
            }
        }
        // A number in quotes would be the name of a member.
        if let text = text(of: name), Int(text) != nil {
            return take(name, "\(Self.path.expected), or a list of paths, or \(number)") { _ in nil }
        }
        return paths(name, or: ", or " + number).map { .json($0) }
    }
}

extension BodyEncoding {
    fileprivate var expectedBody: String {
        switch self {
        case .json: "an object or a list"
        case .form: "an object of texts, numbers, Booleans, and lists of these"
        }
    }
}

extension BodyTemplate {
    /// Returns each text and each name, with its path.
    fileprivate func texts(at path: JSONPath) -> [(JSONPath, TextTemplate)] {
        switch self {
        case .text(let template): [(path, template)]
        case .constant: []
        case .array(let elements):
            elements.enumerated().flatMap { $1.texts(at: path.appending(String($0))) }
        case .object(let members):
            members.flatMap { name, member in
                [(path.appending(name), TextTemplate(name))] + member.texts(at: path.appending(name))
            }
        }
    }
}

extension Set<Placeholder> {
    fileprivate func sorted() -> [Placeholder] { sorted { $0.name < $1.name } }
}
