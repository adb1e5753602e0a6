/// A request as it came over the wire.
public struct FaultRequest: Sendable {
    /// The method, as it was sent.
    public let method: String
    /// The path and the query, as they were sent.
    public let target: String
    /// The header fields, in their order.
    public let fields: [(name: String, value: String)]
    /// The body.
    public let body: [UInt8]

    /// All that was sent, byte by byte.
    public let bytes: [UInt8]

    /// The path, without the query.
    public var path: String { String(target.prefix { $0 != "?" }) }

    /// The first value of a field, whose name may be in any letter case.
    public subscript(name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    init?(head: [UInt8], body: [UInt8]) {
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: true)
        guard let words = lines.first?.split(separator: " "), words.count == 3 else { return nil }
        method = String(words[0])
        target = String(words[1])
        fields = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]), String(parts.last?.drop { $0 == " " } ?? ""))
        }
        self.body = body
        bytes = head + body
    }
}
