#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// The host of a URL: a name, or an IP address.
public struct HTTPHost: Hashable, Sendable, CustomStringConvertible {
    /// The host as in a URL, in lower case, with brackets around an IPv6 address.
    public let text: String

    /// Whether the host is this machine: `localhost`, `127.0.0.0/8` or `::1`.
    public let isLoopback: Bool

    /// Whether the host is an IP address.
    let isAddress: Bool

    /// Creates a host.
    ///
    /// The labels of a name consist of ASCII letters, digits, inner hyphens and underscores. A name that ends in a
    /// number must be an IPv4 address in four decimal parts. Systems also read `127.1` and `0x7f000001` as addresses,
    /// which bypasses filters.
    init?(_ text: Substring) {
        // Lower case turns some other letters into ASCII, such as the Kelvin sign into k; NUL would end the text early.
        guard text.utf8.allSatisfy({ (0x21..<0x80).contains($0) }) else { return nil }
        let lowercase = text.lowercased()
        if lowercase.hasPrefix("["), lowercase.hasSuffix("]") {
            let inside = String(lowercase.dropFirst().dropLast())
            guard let bytes = Self.address(inside, AF_INET6, size: 16) else { return nil }
            isLoopback = bytes == Array(repeating: 0, count: 15) + [1]
            isAddress = true
        } else if let bytes = Self.address(lowercase, AF_INET, size: 4) {
            isLoopback = bytes.first == 127
            isAddress = true
        } else {
            guard URLGrammar.isHostName(lowercase) else { return nil }
            isLoopback = lowercase == "localhost"
            isAddress = false
        }
        self.text = lowercase
    }

    /// The host as in a URL.
    public var description: String { text }

    /// The bytes of an IP address.
    ///
    /// `inet_pton` accepts the notations of RFC 3986 section 3.2.2, without leading zeros and zones.
    private static func address(_ text: String, _ family: Int32, size: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: size)
        return inet_pton(family, text, &bytes) == 1 ? bytes : nil
    }
}
