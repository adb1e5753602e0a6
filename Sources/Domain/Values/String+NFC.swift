#if canImport(Darwin)
import Foundation
#else
// The standard library normalises strings to compare them, but publishes the result only as SPI. The public
// alternative on Linux is all of Foundation, which adds about 45 MB to a static executable.
@_spi(_Unicode) import Swift
#endif

extension String {
    /// This text in Unicode Normalization Form C (UAX #15).
    ///
    /// Two strings that Swift calls equal have the same bytes in this form, so it is what gets hashed, stored and
    /// counted. It takes time in the square of the number of combining marks in a row.
    package var nfc: String {
        #if canImport(Darwin)
        precomposedStringWithCanonicalMapping
        #else
        // Most input is in this form already.
        if isComposed { return self }
        // These three are starters that decompose into marks. The standard library takes them for bounds that no mark
        // moves across, and would give a text that changes once more when it is normalised again.
        var spelt = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar {
            case "\u{F73}": spelt.append(contentsOf: "\u{F71}\u{F72}".unicodeScalars)
            case "\u{F75}": spelt.append(contentsOf: "\u{F71}\u{F74}".unicodeScalars)
            case "\u{F81}": spelt.append(contentsOf: "\u{F71}\u{F80}".unicodeScalars)
            default: spelt.append(scalar)
            }
        }
        var scalars = String.UnicodeScalarView()
        for scalar in String(spelt)._nfc { scalars.append(scalar) }
        return String(scalars)
        #endif
    }

    /// Whether a look at the scalars alone shows that the text is in Normalization Form C.
    ///
    /// No may be said of a text that is in that form nevertheless.
    package var isComposed: Bool {
        var last: UInt8 = 0
        for scalar in unicodeScalars {
            switch scalar.composition {
            case .starter: last = 0
            case .mark:
                let order = scalar.properties.canonicalCombiningClass.rawValue
                if order < last { return false }
                last = order
            case .unknown: return false
            }
        }
        return true
    }
}
