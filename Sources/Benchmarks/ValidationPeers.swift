import Foundation

/// Three questions, as apps answer them without this package.
struct ValidationPeers {
    typealias Peer = (name: String, accepts: (String) -> Bool)

    /// Whether a text is an e-mail address.
    let address: [Peer]

    /// Whether a text is an e-mail address with 6 to 20 letters and digits before the `@`.
    let emailID: [Peer]

    /// Whether a password has 8 characters.
    let password: [Peer]

    /// Whether a nickname has 6 to 12 characters without a space.
    let nickname: [Peer]

    init() throws {
        address = try Self.expressions("[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-zA-Z0-9-]+(?:\\.[a-zA-Z0-9-]+)+")
        emailID = try Self.expressions("[a-z][a-z0-9]{5,19}@[a-z0-9-]+(?:\\.[a-z0-9-]+)+")
        password = try Self.expressions("(?s).{8,}") + [("Character loop", { $0.count >= 8 })]
        nickname =
            try Self.expressions("\\S{6,12}")
            + [("Character loop", { (6...12).contains($0.count) && !$0.contains(" ") })]
    }

    private static func expressions(_ pattern: String) throws -> [Peer] {
        let expression = try NSRegularExpression(pattern: "^" + pattern + "$")
        let regex = try Regex(pattern, as: Substring.self)
        return [
            (
                "NSRegularExpression",
                { expression.firstMatch(in: $0, range: NSRange(location: 0, length: $0.utf16.count)) != nil }
            ),
            ("Swift Regex", { $0.wholeMatch(of: regex) != nil }),
        ]
    }
}
