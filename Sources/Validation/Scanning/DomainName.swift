/// The grammar of the domain of an e-mail address: RFC 1035 section 2.3.1, with labels that may begin with a digit as
/// RFC 1123 section 2.1 allows.
///
/// A domain in another script has to be written in its ASCII form (`xn--…`). The trailing dot of the root, addresses
/// in brackets and comments are refused on purpose.
enum DomainName {
    /// Tells whether octets are two labels or more, each of 1 to 63 letters, digits and inner hyphens.
    static func accepts(_ octets: some Sequence<UInt8>) -> Bool {
        var labels = 0
        var length = 0
        var previous = dot
        for octet in octets {
            switch octet {
            case dot:
                if length == 0 || previous == hyphen { return false }
                labels += 1
                length = 0
            case hyphen where length > 0, _ where isLetterOrDigit(octet):
                length += 1
                if length > 63 { return false }
            default:
                return false
            }
            previous = octet
        }
        return labels >= 1 && length > 0 && previous != hyphen
    }

    private static let dot = UInt8(ascii: ".")
    private static let hyphen = UInt8(ascii: "-")

    private static func isLetterOrDigit(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: false
        }
    }
}
