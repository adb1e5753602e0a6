/// A request as it came over the wire.
package struct FaultRequest: Sendable {
    package let method: String
    package let target: String
    package let fields: [(name: String, value: String)]
    package let body: [UInt8]

    /// All that was sent, octet by octet.
    package let octets: [UInt8]

    /// The path, without the query.
    package var path: String { String(target.prefix { $0 != "?" }) }

    /// The first value of a field, whose name may be in any letter case.
    package subscript(name: String) -> String? {
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
        octets = head + body
    }
}
