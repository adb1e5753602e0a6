import Foundation

/// The checks of four fields, as apps implement them without this package.
struct ValidationPeers {
    typealias Peer = (name: String, accepts: (String) -> Bool)

    /// Checks of an e-mail address.
    let address: [Peer]

    /// Checks of an e-mail address with 6 to 20 letters and digits before the `@`.
    let emailID: [Peer]

    /// Checks of a password with at least 8 characters.
    let password: [Peer]

    /// Checks of a nickname with 6 to 12 characters and no space.
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
