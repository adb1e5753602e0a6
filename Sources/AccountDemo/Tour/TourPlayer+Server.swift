import App
import Domain
import Networking
import Presentation

/// The steps at the tour's own server.
extension TourPlayer {
    func answer(_ status: Int, _ header: (String, String)?, _ body: String) throws(TourFailure) {
        do {
            var fields = HTTPFields()
            if let header { try fields.append(HTTPFieldName(header.0), header.1) }
            guard let status = HTTPStatus(status) else { throw failure(wanted: "a status", found: "\(status)") }
            server.answerNext(with: HTTPResponse(status, fields: fields, body: Array(body.utf8)))
        } catch {
            throw failure(wanted: "a response", found: "\(error)")
        }
    }

    /// Shows the last exchange without its secrets.
    func showExchange(
        _ line: String,
        _ members: [String: String]?,
        inHeader: Bool = false
    ) async throws(TourFailure) {
        guard let exchange = server.exchanges.last else { throw failure(wanted: line, found: "no request") }
        let sent = exchange.request.fields.map { (name: "\($0.name)", text: $0.value) }
        let fields = sent.filter { inHeader && members?[$0.name] != nil }
        let asked = try await show(exchange, fields)
        try expect(asked, is: line)
        if inHeader {
            try expect(Dictionary(fields.map { ($0.name, $0.text) }) { $1 }, is: members)
            try expect(exchange.request.body, is: [])
        } else if let members {
            try expect(JSONValue.orNull(exchange.request.body) == .object(members.mapValues { .string($0) }), is: true)
        }
        if let token = exchange.response?.fields[.accessToken].first, let session = flow.state.value.routes?.session {
            try expect(session.token.revealed == token, is: true)
        }
    }

    /// Prints an exchange with these header fields of its request, and returns the method and the path.
    private func show(
        _ exchange: TourServer.Exchange,
        _ fields: [(name: String, text: String)] = []
    ) async throws(TourFailure) -> String {
        let request = exchange.request
        let bearer = request.fields[.authorization].isEmpty ? "" : " Authorization: •••"
        let asked = "\(request.method) \(request.url.path)"
        let header = fields.map { name, text in
            " \(name): " + (AccountField(rawValue: name)?.isSecret == true ? "•••" : text)
        }.joined()
        try await tell("·", "→ \(asked)\(bearer)\(header)\(shown(request.body))")
        if let response = exchange.response {
            let fields = response.fields.filter { $0.name != .contentType }.map { " \($0.name): •••" }.joined()
            try await tell("·", "← \(response.status)\(fields)\(shown(response.body))")
        } else {
            try await tell("·", "← " + text.noAnswer)
        }
        return asked
    }

    /// Sends a request with the token of the session, as an app does for data of its own.
    func call(_ wanted: [String]) async throws(TourFailure) {
        server.forgetExchanges()
        do {
            let request = try HTTPRequest(.get, HTTPURL(LocalServer.url.origin + "/account"))
            _ = try await app.transport(to: [LocalServer.url])?.send(request)
        } catch TransportError.session {
            // The flow shows the end of the session.
        } catch {
            throw failure(wanted: "a response", found: "\(error)")
        }
        var found: [String] = []
        for exchange in server.exchanges {
            found.append("\(try await show(exchange)) \(exchange.response?.status.code ?? 0)")
        }
        try expect(found, is: wanted)
    }

    func showOwner(_ id: String) async throws(TourFailure) {
        guard let session = flow.state.value.routes?.session else { throw failure(wanted: id, found: "no session") }
        // Without a response, there is no owner.
        let owner = try? await app.sessionVerifier?.owner(of: session)
        try expect(owner?.accountID.text, is: id)
        try await showExchange("GET /account", nil)
        let bearer = server.exchanges.last?.request.fields[.authorization]
        try expect(bearer == ["Bearer \(session.token.revealed ?? "")"], is: true)
    }

    /// Returns a body without its secrets; a body that is not JSON is unchanged.
    private func shown(_ body: [UInt8]) -> String {
        guard !body.isEmpty else { return "" }
        let value = JSONValue.orNull(body)
        return " " + String(decoding: value == .null ? body : withoutSecrets(value).bytes, as: UTF8.self)
    }

    private func withoutSecrets(_ value: JSONValue) -> JSONValue {
        guard let members = value.members else { return value }
        let shown = members.map { key, value in
            let isSecret = ["token", "refreshToken"].contains(key) || AccountField(rawValue: key)?.isSecret == true
            return (key, isSecret ? .string("•••") : withoutSecrets(value))
        }
        return .object(Dictionary(uniqueKeysWithValues: shown))
    }
}

extension AppConfiguration.Backend {
    /// Sends the ID and the password of a sign-in in header fields instead of the body.
    mutating func sendCredentialsInHeaders() {
        guard case .remote(var backend) = self else { return }
        let id = LocalServer.constant(try HTTPFieldName("id"))
        let password = LocalServer.constant(try HTTPFieldName("password"))
        backend.api[.signIn]?.request.headers = [id: "$id", password: "$password"]
        backend.api[.signIn]?.request.body = nil
        self = .remote(backend)
    }
}

extension JSONValue {
    /// Reads JSON; returns `null`, which no row expects, if it is invalid.
    static func orNull(_ bytes: [UInt8]) -> JSONValue { (try? JSONValue(reading: bytes)) ?? .null }
}
