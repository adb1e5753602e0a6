import Domain

/// The grammar of the domain of an e-mail address.
///
/// Two labels or more, separated by full stops, each of 1 to 63 bytes without a hyphen at either end:
/// - ASCII letters, digits and hyphens (RFC 1035 section 2.3.1, with RFC 1123 section 2.1), so also A-labels, which
///   begin with `xn--` and go on behind it;
/// - U-labels (RFC 5890), in which there are other letters, digits and marks too, with no mark in front and no two
///   hyphens in the third and fourth place (RFC 5891 section 4.2.3).
///
/// The last label is not of digits alone, in whatever script (RFC 3696 section 2), so an IPv4 address is no domain.
/// U-labels are taken in Normalization Form C (RFC 5891 section 5.2), and neither put into Punycode nor held against
/// the tables of IDNA: a domain may pass that no registry would give away.
enum DomainName {
    /// Tells whether the bytes from a place on are a domain name; they are the end of a text in well-formed UTF-8.
    @inline(__always)
    static func accepts(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
        var label = start
        var hasDot = false
        var isNumber = true
        var isUnicode = false
        for index in start..<max(start, bytes.count) {
            let byte = bytes[index]
            if byte &- UInt8(ascii: "a") < 26 {
                isNumber = false
            } else if byte == dot {
                guard isLabel(bytes, from: label, to: index, isUnicode: isUnicode) else { return false }
                hasDot = true
                isNumber = true
                isUnicode = false
                label = index + 1
            } else if byte == hyphen || byte &- UInt8(ascii: "A") < 26 {
                isNumber = false
            } else if byte >= 0x80 {
                isUnicode = true
            } else if byte &- UInt8(ascii: "0") >= 10 {
                return false
            }
        }
        if isNumber, !isUnicode || isUnicodeNumber(bytes[label...]) { return false }
        return hasDot && isLabel(bytes, from: label, to: bytes.count, isUnicode: isUnicode)
    }

    @inline(__always)
    private static func isLabel(
        _ bytes: UnsafeBufferPointer<UInt8>,
        from start: Int,
        to end: Int,
        isUnicode: Bool
    ) -> Bool {
        guard end > start, bytes[start] != hyphen, bytes[end - 1] != hyphen else { return false }
        return isUnicode ? isUnicodeLabel(bytes[start..<end]) : end - start <= longestLabel
    }

    @inline(never)
    private static func isUnicodeLabel(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        var scan = LabelScan()
        var isComposed = true
        forEachScalar(in: bytes) { scalar in
            isComposed = isComposed && scalar.composition == .starter
            scan.add(scalar)
        }
        if isComposed { return bytes.count <= longestLabel && scan.isLabel }
        let label = String(decoding: bytes, as: UTF8.self).composed
        scan = LabelScan()
        for scalar in label.unicodeScalars { scan.add(scalar) }
        return label.utf8.count <= longestLabel && scan.isLabel
    }

    @inline(never)
    private static func isUnicodeNumber(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        var isNumber = true
        forEachScalar(in: bytes) { scalar in
            isNumber = isNumber && scalar.properties.generalCategory == .decimalNumber
        }
        return isNumber
    }

    /// Decodes without making a string.
    private static func forEachScalar(
        in bytes: Slice<UnsafeBufferPointer<UInt8>>,
        _ body: (Unicode.Scalar) -> Void
    ) {
        var iterator = bytes.makeIterator()
        var decoder = UTF8()
        while case .scalarValue(let scalar) = decoder.decode(&iterator) { body(scalar) }
    }

    private static let longestLabel = 63
    private static let dot = UInt8(ascii: ".")
    private static let hyphen = UInt8(ascii: "-")
}

/// What the scalars of a U-label say about it.
private struct LabelScan {
    private var place = 0
    private var hyphens = 0
    private var isForeign = false

    var isLabel: Bool { !isForeign && hyphens < 2 }

    mutating func add(_ scalar: Unicode.Scalar) {
        defer { place += 1 }
        if scalar == "-" {
            if place == 2 || place == 3 { hyphens += 1 }
            return
        }
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .uppercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber: break
        case .nonspacingMark, .spacingMark: if place == 0 { isForeign = true }
        default: isForeign = true
        }
        // Nothing that is not seen may tell two domains apart.
        if scalar.properties.isDefaultIgnorableCodePoint { isForeign = true }
    }
}
