package import Domain

extension AccountAPI {
    /// Returns what the described locations have not found in the responses to an action, without values: for the author
    /// of the description.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - exchanges: Its requests and responses, and those of a sign-in after it.
    ///   - session: The session of the action.
    /// - Returns: One sentence for each location.
    package func findings(
        of action: AccountAction,
        in exchanges: [(request: HTTPRequest, response: HTTPResponse?)],
        session: Session?
    ) -> [String] {
        var counts: [AccountAction: Int] = [:]
        var findings: [String] = []
        for (request, response) in exchanges {
            guard let purpose = AccountAction(rawValue: request.options.purpose), let endpoint = self[purpose] else {
                continue
            }
            let number = counts[purpose, default: 0]
            counts[purpose] = number + 1
            guard let response else { continue }
            let call = EndpointCall(api: self, action: purpose, endpoint: endpoint, session: session)
            let reader = ResponseReader(call, response, from: request.url, now: DateGenerator.system.now)
            findings += (number < endpoint.before.count ? reader.missingCaptures(number) : reader.missingValues)
                .map { "\(purpose.rawValue).\($0)" }
        }
        guard findings.isEmpty, let endpoint = self[action] else { return findings }
        let requests = endpoint.before.map(\.request) + [endpoint.request]
        guard let unsent = requests.dropFirst(counts[action] ?? 0).first, let session else { return [] }
        let missing = Set([.key, .refreshToken]).subtracting(RequestValues(session).keys)
        return TextTemplate(path: unsent.path).placeholders.intersection(missing).map {
            "\(action.rawValue).path: no response had a value for {\($0)}"
        }
    }
}

extension ResponseReader {
    fileprivate func missingCaptures(_ step: Int) -> [String] {
        endpoint.before[step].captures.sorted { $0.key.name < $1.key.name }.compactMap { placeholder, location in
            value(at: location, \.scalar) == nil
                ? "before.\(step).capture.\(placeholder): \(missing(location))" : nil
        }
    }

    /// The described locations of a successful response that have no value, and a redirect without a described meaning.
    fileprivate var missingValues: [String] {
        guard [.accepted, .bodyDecides].contains(kind) else {
            let isUnknown = response.status.kind == .redirection && [.inProgress, .pathError].contains(kind)
            return isUnknown ? ["response.statuses: no meaning for the redirect \(response.status)"] : []
        }
        var findings: [String] = []
        if kind == .bodyDecides, let path = endpoint.response.success, body?[path]?.bool == nil {
            findings.append("response.success: \(missing([path], "true or false"))")
        }
        let tokens = [
            ("token", endpoint.token, Placeholder.accessToken), ("refreshToken", endpoint.refreshToken, .refreshToken),
        ]
        for (name, location, token) in tokens {
            guard let location else { continue }
            if let found = value(at: location, of: token) {
                guard token == .accessToken, accessToken(found.text) == nil else { continue }
                findings.append(
                    "\(name): the value \(words(for: location)) is no token, because of a space or another character; "
                        + "a word before the token is the “scheme” of “authorization”"
                )
            } else {
                findings.append("\(name): \(missing(location, of: token))")
            }
        }
        for (name, lifetime) in [("lifetime", endpoint.lifetime), ("refreshLifetime", endpoint.refreshLifetime)] {
            guard case .json(let paths)? = lifetime else { continue }
            let seconds = body?.first(at: paths, \.code).flatMap(Double.init)
            if seconds.map({ $0 >= 0 }) != true { findings.append("\(name): \(missing(paths, "number of seconds"))") }
        }
        let owner = endpoint.owner.map { ($0.key.rawValue, $0.value) } + [("key", endpoint.ownerKey)]
        for (name, paths) in owner.sorted(by: { $0.0 < $1.0 })
        where !paths.isEmpty && body?.first(at: paths, \.code) == nil {
            findings.append("owner.\(name): \(missing(paths, "text or number"))")
        }
        let isPresent = body?.first(at: endpoint.present) { $0 == .null ? nil : true } ?? endpoint.present.isEmpty
        if !isPresent { findings.append("present: \(missing(endpoint.present, "value"))") }
        if findings.isEmpty, call.action == .whoAmI, !endpoint.hasOwner(call.session, in: body) {
            findings.append("owner: the values are not those of the account of this session")
        }
        return findings
    }

    private func words(for location: ValueLocation) -> String {
        switch location {
        case .json(let paths): "at " + words(for: paths)
        case .header(let name): "of the field “\(name)”"
        case .cookie(let name): "of the cookie “\(name)”"
        }
    }

    private func words(for paths: [JSONPath]) -> String { paths.map { "“\($0)”" }.joined(separator: " or ") }

    private func missing(_ location: ValueLocation, of token: Placeholder? = nil) -> String {
        switch location {
        case .json(let paths): return missing(paths, "text")
        case .header(let name):
            return "no field “\(name)”; the response has: \(list(response.fields.map(\.name.text)))"
        case .cookie(let name):
            let cookies = response.fields.cookies(from: url, at: now)
            let names = cookies.map(\.name)
            if let cookie = cookies.last(where: { $0.name == name }) { return problem(of: cookie, token) }
            if let text = response.fields[.setCookie].last(where: { $0.hasPrefix(name + "=") }) {
                return problem(ofIgnored: text, name)
            }
            return "no cookie “\(name)”; the response sets: \(list(names))"
        }
    }

    /// Returns why a cookie is not valid in this response.
    private func problem(ofIgnored text: String, _ name: String) -> String {
        // The scheme of a valid URL can be replaced.
        let withTLS = try? HTTPURL("https" + url.text.dropFirst(url.scheme.rawValue.count))
        let needsTLS = withTLS.flatMap { Cookie(text, from: $0, at: now) } != nil
        return "the cookie “\(name)” is "
            + (needsTLS ? "for TLS alone, and this response came without it" : "not valid from \(url.host)")
    }

    /// Returns why the value of a cookie is no token, or no captured value.
    private func problem(of cookie: Cookie, _ token: Placeholder?) -> String {
        let start = "the cookie “\(cookie.name)” "
        let others = (token.map(call.api.urls(carrying:)) ?? []).filter { !cookie.scope.includes($0) }.map(\.path)
        guard !others.isEmpty else { return start + "is empty or has expired" }
        let limit = cookie.scope.isSecure ? ", with TLS" : ""
        return start + "is for \(cookie.scope.domain)\(cookie.scope.path)\(limit), but these requests carry it too: "
            + list(Set(others).sorted())
    }

    private func missing(_ paths: [JSONPath], _ kind: String) -> String {
        let places = words(for: paths)
        guard let body else {
            return "nothing at \(places), because the body is \(response.body.isEmpty ? "empty" : "not JSON")"
        }
        let isThere = paths.contains { ![nil, .null].contains(body[$0]) }
        return
            "\(isThere ? "no \(kind)" : "nothing") at \(places); the body has: \(list(body.paths().map(\.description)))"
    }

    private func list(_ names: [String]) -> String {
        names.isEmpty ? "–" : names.prefix(20).joined(separator: ", ") + (names.count > 20 ? ", …" : "")
    }
}

extension JSONValue {
    /// Returns the paths to all values that are not objects or lists; of a list, those in its first element.
    fileprivate func paths(after path: JSONPath = JSONPath()) -> [JSONPath] {
        switch self {
        case .object(let members):
            members.sorted { $0.key < $1.key }.flatMap { $1.paths(after: path.appending($0)) }
        case .array(let elements): elements.first?.paths(after: path.appending("0")) ?? []
        case .null, .bool, .number, .string: [path]
        }
    }
}
