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
    /// counted.
    package var nfc: String {
        #if canImport(Darwin)
        precomposedStringWithCanonicalMapping
        #else
        // Most input is ASCII, which is in this form already.
        if utf8.allSatisfy({ $0 < 0x80 }) { return self }
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
}
