/// The grammar of RFC 3986 for an ``HTTPURL``.
enum URLGrammar {
    /// Returns whether a text is a scheme (section 3.1).
    static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, first.isLetter else { return false }
        return text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }
    }

    /// Splits a host and a port; the port is nil if there is none.
    static func hostAndPort(_ authority: Substring) -> (HTTPHost, Int?)? {
        // The colons of an IPv6 address are inside its brackets.
        let end = authority.utf8.lastIndex(of: UInt8(ascii: "]")).map { authority.utf8.index(after: $0) }
        let start = end ?? authority.startIndex
        guard let colon = authority[start...].utf8.firstIndex(of: UInt8(ascii: ":")) else {
            return HTTPHost(authority).map { ($0, nil) }
        }
        let digits = authority[authority.utf8.index(after: colon)...]
        guard
            let host = HTTPHost(authority[..<colon]),
            (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy(\.isDigit),
            let port = Int(digits), (1...65_535).contains(port)
        else { return nil }
        return (host, port)
    }

    /// Returns whether a text is the name of a host, in lower case.
    static func isHostName(_ text: String) -> Bool {
        guard (1...253).contains(text.utf8.count) else { return false }
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let last = labels.last, !last.utf8.allSatisfy(\.isDigit), !last.hasPrefix("0x") else { return false }
        return labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.utf8.first != hyphen && label.utf8.last != hyphen
                && label.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == hyphen || $0 == UInt8(ascii: "_") }
        }
    }

    /// Returns whether a text is empty or an absolute path (section 3.3) without the segments `.` and `..`, which only
    /// some transports resolve.
    static func isPath(_ text: Substring) -> Bool {
        guard let first = text.utf8.first else { return true }
        guard first == slash, isWritten(text, or: { $0 == slash }) else { return false }
        return !text.split(separator: "/").contains { dotSegments.contains($0.lowercased()) }
    }

    /// Returns whether a text is a query (section 3.4).
    static func isQuery(_ text: Substring) -> Bool {
        isWritten(text, or: { $0 == slash || $0 == UInt8(ascii: "?") })
    }

    /// Returns whether a text consists of the characters of a path segment and others that are allowed.
    private static func isWritten(_ text: Substring, or isAllowed: (UInt8) -> Bool) -> Bool {
        var digitsDue = 0
        for byte in text.utf8 {
            if digitsDue > 0 {
                guard Character(Unicode.Scalar(byte)).isHexDigit else { return false }
                digitsDue -= 1
            } else if byte == UInt8(ascii: "%") {
                digitsDue = 2
            } else {
                guard byte.isLetter || byte.isDigit || marks.contains(byte) || isAllowed(byte) else {
                    return false
                }
            }
        }
        return digitsDue == 0
    }

    private static let slash = UInt8(ascii: "/")
    private static let hyphen = UInt8(ascii: "-")
    private static let dotSegments: Set<String> = [".", "%2e", "..", ".%2e", "%2e.", "%2e%2e"]
    private static let marks = Array("-._~!$&'()*+,;=:@".utf8)
}

extension UInt8 {
    /// Whether the byte is an ASCII digit.
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// Whether the byte is an ASCII letter.
    var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}
