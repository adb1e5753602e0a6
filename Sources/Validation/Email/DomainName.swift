import Domain

/// The grammar of the domain of an e-mail address.
///
/// It has two labels or more, separated by full stops, each of 1 to 63 bytes without a hyphen at either end:
/// - ASCII letters, digits and hyphens (RFC 1035, section 2.3.1, with RFC 1123, section 2.1), including A-labels, which
///   begin with `xn--`;
/// - U-labels (RFC 5890), which also have other letters, digits and marks. They neither begin with a mark nor have
///   hyphens as both the third and the fourth character (RFC 5891, section 4.2.3).
///
/// The last label is not only digits, in any script (RFC 3696, section 2), so an IPv4 address is not a domain. U-labels
/// are measured in Normalization Form C (RFC 5891, section 5.2). They are neither converted to Punycode nor compared
/// with the tables of IDNA, so some valid names cannot be registered.
enum DomainName {
    private static let maximumLabelLength = 63

    /// Returns whether a text in UTF-8 is a domain name.
    static func isValid(_ text: ArraySlice<UInt8>) -> Bool {
        var hasDot = false
        var label = text
        while let dot = label.firstIndex(of: UInt8(ascii: ".")) {
            guard isLabel(label[..<dot]) else { return false }
            hasDot = true
            label = label[(dot + 1)...]
        }
        return hasDot && isLabel(label) && !isNumber(label)
    }

    private static func isLabel(_ label: ArraySlice<UInt8>) -> Bool {
        let hyphen = UInt8(ascii: "-")
        guard let first = label.first, first != hyphen, label.last != hyphen else { return false }
        if label.allSatisfy({ $0.isASCIILetter || $0.isDigit || $0 == hyphen }) {
            return label.count <= maximumLabelLength
        }
        return isUnicodeLabel(String(decoding: label, as: UTF8.self).composed)
    }

    /// Returns whether a text in Normalization Form C, with no hyphen at either end, is a U-label.
    private static func isUnicodeLabel(_ label: String) -> Bool {
        let scalars = label.unicodeScalars
        guard label.utf8.count <= maximumLabelLength, !scalars.dropFirst(2).starts(with: "--".unicodeScalars) else {
            return false
        }
        for (position, scalar) in scalars.enumerated() where scalar != "-" {
            switch scalar.properties.generalCategory {
            case .lowercaseLetter, .uppercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber:
                break
            case .nonspacingMark, .spacingMark:
                if position == 0 { return false }
            default:
                return false
            }
            // An invisible character is rejected, because domains must not differ only in such characters.
            if scalar.properties.isDefaultIgnorableCodePoint { return false }
        }
        return true
    }

    private static func isNumber(_ label: ArraySlice<UInt8>) -> Bool {
        String(decoding: label, as: UTF8.self).unicodeScalars
            .allSatisfy { $0.properties.generalCategory == .decimalNumber }
    }
}
