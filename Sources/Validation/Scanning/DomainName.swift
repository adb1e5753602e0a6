/// The grammar of the domain of an e-mail address.
///
/// Two labels or more, separated by full stops, each of 1 to 63 octets without a hyphen at either end:
/// - ASCII letters, digits and hyphens (RFC 1035 section 2.3.1, with RFC 1123 section 2.1), so also A-labels, which
///   begin with `xn--` and go on behind it;
/// - U-labels (RFC 5890), in which there are other letters, digits and marks too, with no mark in front and no two
///   hyphens in the third and fourth place (RFC 5891 section 4.2.3).
///
/// The last label is not of digits alone (RFC 3696 section 2), so an IPv4 address is no domain. U-labels are neither
/// put into Punycode nor held against the tables of IDNA: a domain may pass that no registry would give away.
enum DomainName {
    /// Tells whether the octets from a place on are a domain name; they are the end of a text in well-formed UTF-8.
    @inline(__always)
    static func accepts(_ octets: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
        var label = start
        var hasDot = false
        var isNumber = true
        var isUnicode = false
        for index in start..<max(start, octets.count) {
            let octet = octets[index]
            if octet &- UInt8(ascii: "a") < 26 {
                isNumber = false
            } else if octet == dot {
                guard isLabel(octets, from: label, to: index, isUnicode: isUnicode) else { return false }
                hasDot = true
                isNumber = true
                isUnicode = false
                label = index + 1
            } else if octet == hyphen || octet &- UInt8(ascii: "A") < 26 {
                isNumber = false
            } else if octet >= 0x80 {
                isNumber = false
                isUnicode = true
            } else if octet &- UInt8(ascii: "0") >= 10 {
                return false
            }
        }
        return hasDot && !isNumber && isLabel(octets, from: label, to: octets.count, isUnicode: isUnicode)
    }

    @inline(__always)
    private static func isLabel(
        _ octets: UnsafeBufferPointer<UInt8>,
        from start: Int,
        to end: Int,
        isUnicode: Bool
    ) -> Bool {
        let length = end - start
        guard length > 0, length <= 63, octets[start] != hyphen, octets[end - 1] != hyphen else { return false }
        return !isUnicode || isUnicodeLabel(octets[start..<end])
    }

    @inline(never)
    private static func isUnicodeLabel(_ octets: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        var place = 0
        var hyphens = 0
        var iterator = octets.makeIterator()
        var decoder = UTF8()
        while case .scalarValue(let scalar) = decoder.decode(&iterator) {
            if scalar == "-" {
                if place == 2 || place == 3 { hyphens += 1 }
            } else {
                switch scalar.properties.generalCategory {
                case .lowercaseLetter, .uppercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: break
                case .decimalNumber: break
                case .nonspacingMark, .spacingMark: if place == 0 { return false }
                default: return false
                }
                // Nothing that is not seen may tell two domains apart.
                if scalar.properties.isDefaultIgnorableCodePoint { return false }
            }
            place += 1
        }
        return hyphens < 2
    }

    private static let dot = UInt8(ascii: ".")
    private static let hyphen = UInt8(ascii: "-")
}
