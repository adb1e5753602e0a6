/// The host of a URL: a name, or an IP address.
public struct HTTPHost: Hashable, Sendable, CustomStringConvertible {
    /// The host as in a URL, in lower case, with brackets around an IPv6 address.
    public let text: String

    /// Whether the host is this machine: `localhost`, `127.0.0.0/8` or `::1`.
    public let isLoopback: Bool

    /// Creates a host.
    ///
    /// The labels of a name consist of ASCII letters, digits, inner hyphens and underscores. A name that ends in a number
    /// must be an IPv4 address in four decimal parts: systems read `127.1` and `0x7f000001` as addresses too, which
    /// deceives filters.
    ///
    /// - Parameter text: The host as in a URL; the result is nil where it is invalid.
    init?(_ text: Substring) {
        // In lower case other letters can become ASCII, as the Kelvin sign becomes a k.
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

    /// The host as in a URL.
    public var description: String { text }
}

/// The notations of IP addresses in URLs (RFC 3986 section 3.2.2).
enum IPAddress {
    /// Reads an IPv4 address: four decimal numbers up to 255, without leading zeros, which some systems read as octal.
    static func ipv4(_ text: Substring) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var numbers: [UInt8] = []
        for part in parts {
            // UInt8 would also accept a sign.
            guard part.utf8.allSatisfy(URLGrammar.isDigit), let number = UInt8(part), String(number) == part else {
                return nil
            }
            numbers.append(number)
        }
        return numbers
    }

    /// Reads an IPv6 address without brackets and without a zone.
    ///
    /// It has eight groups. `::` stands for one or more groups of zero, and the last two groups may be an IPv4 address.
    static func ipv6(_ text: Substring) -> [UInt16]? {
        guard let zeros = text.firstRange(of: "::") else {
            guard let groups = groups(text, mayEndInFour: true), groups.count == 8 else { return nil }
            return groups
        }
        guard
            let head = text[..<zeros.lowerBound].isEmpty ? [] : groups(text[..<zeros.lowerBound], mayEndInFour: false),
            let tail = text[zeros.upperBound...].isEmpty ? [] : groups(text[zeros.upperBound...], mayEndInFour: true),
            head.count + tail.count < 8
        else { return nil }
        return head + Array(repeating: 0, count: 8 - head.count - tail.count) + tail
    }

    private static func groups(_ text: Substring, mayEndInFour: Bool) -> [UInt16]? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        var groups: [UInt16] = []
        for (place, part) in parts.enumerated() {
            if mayEndInFour, place == parts.count - 1, let four = ipv4(part) {
                groups.append(UInt16(four[0]) << 8 | UInt16(four[1]))
                groups.append(UInt16(four[2]) << 8 | UInt16(four[3]))
            } else {
                guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy(URLGrammar.isHexadecimal) else {
                    return nil
                }
                guard let group = UInt16(part, radix: 16) else { return nil }
                groups.append(group)
            }
        }
        return groups
    }
}
