/// The written forms of IP addresses that a URL can have (RFC 3986 section 3.2.2).
enum IPAddress {
    /// Reads an IPv4 address: four decimal numbers up to 255, without leading zeros, which some systems read as octal.
    static func ipv4(_ text: Substring) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var numbers: [UInt8] = []
        for part in parts {
            // UInt8 would take a sign too.
            guard part.utf8.allSatisfy(URLGrammar.isDigit), let number = UInt8(part), String(number) == part else {
                return nil
            }
            numbers.append(number)
        }
        return numbers
    }

    /// Reads an IPv6 address without brackets and without a zone.
    ///
    /// It has eight groups, of which `::` stands for one zero or more, and the last two may be written as an IPv4
    /// address.
    static func ipv6(_ text: Substring) -> [UInt16]? {
        guard let gap = text.firstRange(of: "::") else {
            guard let groups = groups(text, mayEndInFour: true), groups.count == 8 else { return nil }
            return groups
        }
        guard
            let head = text[..<gap.lowerBound].isEmpty ? [] : groups(text[..<gap.lowerBound], mayEndInFour: false),
            let tail = text[gap.upperBound...].isEmpty ? [] : groups(text[gap.upperBound...], mayEndInFour: true),
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
