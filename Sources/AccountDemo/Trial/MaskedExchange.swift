import Domain
import Networking

/// A request and its response without secrets: only the names of fields and members, the texts of the throw-away
/// account, the described path, texts and numbers without placeholders, and `true`, `false` and `null` stay.
struct MaskedExchange {
    /// The text in place of a value.
    static let mask = "•••"

    private let texts: Set<String>
    private let segments: Set<Substring>

    /// The values, and the pairs of forms and queries, that the description has itself.
    private let literals: Set<JSONValue>
    private let pairs: Set<Substring>

    init(_ account: Registration, at api: AccountAPI) {
        texts = Set([account.id.text] + Profile.fields.compactMap { $0.text(in: account.profile) })
        let requests = api.endpoints.values.flatMap { $0.before.map(\.request) + [$0.request] }
        let id = account.id.text.replacing("@", with: "%40")
        segments = Set(([api.baseURL.path, id] + requests.map(\.path)).flatMap(Self.segments))
        literals = Set(requests.flatMap { $0.body?.literals ?? [] })
        let forms = requests.compactMap { $0.encoding == .form ? $0.body?.filled(with: [:]) : nil }
        let texts = forms.map { String(decoding: BodyEncoding.form.bytes(of: $0), as: UTF8.self)[...] }
        let queries = requests.compactMap { $0.path.split(separator: "?", maxSplits: 1).dropFirst().first }
        pairs = Set((texts + queries).flatMap { $0.split(separator: "&") }.filter { !$0.contains("{") })
    }

    /// Returns the request as JSON: its method, URL, fields and body.
    func json(_ request: HTTPRequest) -> JSONValue {
        let path = Self.segments(request.url.path).map { segments.contains($0) ? $0 : Self.mask[...] }
        let query = request.url.query.map { "?" + form($0) } ?? ""
        var members = members(request.fields, request.body, literals)
        members["method"] = .string("\(request.method)")
        members["url"] = .string(request.url.origin + path.joined(separator: "/") + query)
        // A request that is not JSON is a form, whose names are those of the description.
        if case .number = members["body"] {
            members["body"] = .string(form(String(decoding: request.body, as: UTF8.self)))
        }
        return .object(members)
    }

    /// Returns the response as JSON: its status, fields and body.
    func json(_ response: HTTPResponse) -> JSONValue {
        .object(
            members(response.fields, response.body).merging(["status": .number(response.status.description)]) { $1 }
        )
    }

    private func members(
        _ fields: HTTPFields,
        _ body: [UInt8],
        _ literals: Set<JSONValue> = []
    ) -> [String: JSONValue] {
        var members: [String: JSONValue] = ["fields": .array(fields.map { .string($0.name.text) })]
        // The number of bytes is shown of a body that is not JSON.
        if !body.isEmpty {
            let value = try? JSONValue(reading: body)
            members["body"] = value.map { masked($0, literals) } ?? .number("\(body.count)")
        }
        return members
    }

    private func masked(_ value: JSONValue, _ literals: Set<JSONValue>) -> JSONValue {
        switch value {
        case .null, .bool: value
        case .string(let text) where texts.contains(text): value
        case .string, .number: literals.contains(value) ? value : .string(Self.mask)
        case .array(let elements): .array(elements.map { masked($0, literals) })
        case .object(let members): .object(members.mapValues { masked($0, literals) })
        }
    }

    /// Returns the names in a form or a query.
    private func form(_ text: String) -> String {
        text.split(separator: "&").map { pair in
            pairs.contains(pair) ? String(pair) : pair.prefix { $0 != "=" } + "=" + Self.mask
        }.joined(separator: "&")
    }

    private static func segments(_ path: String) -> [Substring] {
        path.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
    }
}
