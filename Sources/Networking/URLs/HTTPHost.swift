/// The host of a URL: a name, or an IP address.
public struct HTTPHost: Hashable, Sendable, CustomStringConvertible {
    /// The host as it stands in a URL, in lower case, with an IPv6 address in its brackets.
    public let text: String

    /// Whether the host is this machine: `localhost`, `127.0.0.0/8` or `::1`.
    public let isLoopback: Bool

    /// Creates a host.
    ///
    /// Labels of a name are of ASCII letters, digits, inner hyphens and underscores. A name that ends in a number is
    /// taken for an IPv4 address and has to be one in four decimal parts: systems read `127.1` and `0x7f000001` as
    /// addresses too, and that is how filters are deceived.
    ///
    /// - Parameter text: The host as it stands in a URL; nil results where it is none.
    init?(_ text: Substring) {
        // Other letters may become ASCII in lower case, as the sign of Kelvin becomes a k.
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let lowercase = text.lowercased()
        if lowercase.hasPrefix("["), lowercase.hasSuffix("]") {
            guard let groups = IPAddress.ipv6(lowercase.dropFirst().dropLast()) else { return nil }
            isLoopback = groups == [0, 0, 0, 0, 0, 0, 0, 1]
        } else if let parts = IPAddress.ipv4(lowercase[...]) {
            isLoopback = parts.first == 127
        } else {
            guard URLGrammar.isHostName(lowercase) else { return nil }
            isLoopback = lowercase == "localhost"
        }
        self.text = lowercase
    }

    /// The host as it stands in a URL.
    public var description: String { text }
}
