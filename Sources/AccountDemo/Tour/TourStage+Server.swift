import Domain
import Networking

/// What goes between the app and its server, to be shown and looked at.
extension TourStage {
    /// Makes an account on the server, past the app.
    func registerOnServer(_ id: String, _ password: String) throws(TourFailure) {
        do {
            try server.register(id, password)
        } catch {
            throw failure(wanted: "a request", found: "\(error)")
        }
        try expect(server.accountIDs.contains(id), is: true)
    }

    /// Makes a response of somebody on the way.
    func response(
        _ status: Int,
        header: (name: String, value: String)? = nil,
        body: String = ""
    ) throws(TourFailure) -> HTTPResponse {
        do {
            var fields = HTTPFields()
            if let header { try fields.append(HTTPFieldName(header.name), header.value) }
            guard let status = HTTPStatus(status) else { throw failure(wanted: "a status", found: "\(status)") }
            return HTTPResponse(status, fields: fields, body: Array(body.utf8))
        } catch {
            throw failure(wanted: "a response", found: "\(error)")
        }
    }

    /// What bytes say in JSON; null where they are none, which no row asks for.
    func json(_ bytes: [UInt8]) -> JSONValue { (try? JSONValue(reading: bytes)) ?? .null }

    /// Shows what the server was asked last, and what came back.
    @discardableResult
    func showExchange() async throws(TourFailure) -> TourServer.Exchange {
        guard let exchange = server.exchanges.last else { throw failure(wanted: "a request", found: "none") }
        let request = exchange.request
        let bearer = request.fields[.authorization].isEmpty ? "" : " Authorization: •••"
        try await transcript.remark("→ \(request.method) \(request.url.path)\(bearer)\(shown(request.body))")
        guard let response = exchange.response else {
            try await transcript.remark("← " + pick("응답 없음", "no answer"))
            return exchange
        }
        let fields = response.fields.filter { $0.name != .contentType }.map { " \($0.name): •••" }.joined()
        try await transcript.remark("← \(response.status)\(fields)\(shown(response.body))")
        return exchange
    }

    /// A body without its secrets; what is no JSON is shown as it is.
    private func shown(_ body: [UInt8]) -> String {
        guard !body.isEmpty else { return "" }
        let bytes: [UInt8]
        do {
            bytes = Self.withoutSecrets(try JSONValue(reading: body)).bytes
        } catch {
            bytes = body
        }
        return " " + String(decoding: bytes, as: UTF8.self)
    }

    private static func withoutSecrets(_ value: JSONValue) -> JSONValue {
        guard let members = value.members else { return value }
        return .object(
            members.reduce(into: [:]) { shown, member in
                let isSecret = member.key == "token" || AccountField(rawValue: member.key)?.isSecret == true
                shown[member.key] = isSecret ? .string("•••") : withoutSecrets(member.value)
            }
        )
    }
}
