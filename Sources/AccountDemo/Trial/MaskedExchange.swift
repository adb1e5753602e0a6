import Domain
import Networking

/// A request and its response without secrets: only the names of fields and members, the texts of the throw-away
/// account, the described path, and `true`, `false` and `null` stay.
struct MaskedExchange {
    /// The text in place of a value.
    static let mask = "•••"

    private let texts: Set<String>
    private let segments: Set<Substring>

    /// Creates a mask for the exchanges of one account.
    init(_ account: Registration, at api: AccountAPI) {
        texts = Set([account.id.text] + Profile.fields.compactMap { $0.text(in: account.profile) })
        let requests = api.endpoints.values.flatMap { $0.before.map(\.request) + [$0.request] }
        let id = account.id.text.replacing("@", with: "%40")
        segments = Set(([api.baseURL.path, id] + requests.map(\.path)).flatMap(Self.segments))
    }

    /// Returns the request as JSON: its method, URL, fields and body.
    func json(_ request: HTTPRequest) -> JSONValue {
        let path = Self.segments(request.url.path).map { segments.contains($0) ? $0 : Self.mask[...] }
        let query = request.url.query.map { "?" + form($0) } ?? ""
        var members = members(request.fields, request.body)
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

    private func members(_ fields: HTTPFields, _ body: [UInt8]) -> [String: JSONValue] {
        var members: [String: JSONValue] = ["fields": .array(fields.map { .string($0.name.text) })]
        // The number of bytes is shown of a body that is not JSON.
        if !body.isEmpty { members["body"] = (try? JSONValue(reading: body)).map(masked) ?? .number("\(body.count)") }
        return members
    }

    private func masked(_ value: JSONValue) -> JSONValue {
        switch value {
        case .null, .bool: value
        case .string(let text) where texts.contains(text): value
        case .string, .number: .string(Self.mask)
        case .array(let elements): .array(elements.map(masked))
        case .object(let members): .object(members.mapValues(masked))
        }
    }

    /// Returns the names in a form or a query.
    private func form(_ text: String) -> String {
        text.split(separator: "&").map { $0.prefix { $0 != "=" } + "=" + Self.mask }.joined(separator: "&")
    }

    private static func segments(_ path: String) -> [Substring] {
        path.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
    }
}
