extension String {
    /// This text in Unicode Normalization Form C (UAX #15).
    ///
    /// Strings that are equal in Swift have the same bytes in this form, so this form is hashed, stored and counted. The
    /// time is quadratic in the number of combining marks in a row.
    package var nfc: String {
        // Most input is in this form already.
        if isComposed { return self }
        // The standard library does not reorder marks across these three starters, which decompose into marks, so
        // normalizing its result again would change it.
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar {
            case "\u{F73}": scalars.append(contentsOf: "\u{F71}\u{F72}".unicodeScalars)
            case "\u{F75}": scalars.append(contentsOf: "\u{F71}\u{F74}".unicodeScalars)
            case "\u{F81}": scalars.append(contentsOf: "\u{F71}\u{F80}".unicodeScalars)
            default: scalars.append(scalar)
            }
        }
        // The public function of Foundation is in the part with the tables of ICU, which this module does not load.
        return String(decoding: String(scalars)._nfcCodeUnits, as: UTF8.self)
    }

    /// Whether the text is known to be in Normalization Form C by its scalars alone.
    ///
    /// It can be false for a text in that form.
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

    /// The offset in scalars of the first combining mark that follows 30 others without a gap, or nil.
    ///
    /// A text without one is roughly in the Stream-Safe Text Format (UAX #15 section 13): normalizing and comparing it
    /// takes linear time rather than quadratic.
    package var firstStackedMark: Int? {
        // A shorter text cannot have so many combining marks.
        if utf8.count <= 2 * Self.mostMarks { return nil }
        var place = 0
        var marks = 0
        for scalar in unicodeScalars {
            if scalar.value < 0x300 || !scalar.isCombining {
                marks = 0
            } else {
                marks += 1
                if marks > Self.mostMarks { return place }
            }
            place += 1
        }
        return nil
    }

    private static var mostMarks: Int { 30 }

    /// The text in Normalization Form C, or unchanged if it has too many combining marks in a row.
    package var composed: String { isComposed || firstStackedMark != nil ? self : nfc }
}

extension Unicode.Scalar {
    /// The normalization properties of a scalar that are known without the tables of Unicode.
    package enum Composition: Sendable {
        /// It is in Normalization Form C after any text, and marks are not reordered across it.
        case starter

        /// It is in that form if the marks are in the order of their combining classes.
        case mark

        /// Its properties are unknown without the tables.
        case unknown
    }

    /// Whether a text in Normalization Form C can contain the scalar as it is.
    ///
    /// Starters and marks have the quick-check property NFC_QC=Yes (UAX #15 section 9), so they do not compose with the
    /// text before them. These ranges are the letters and signs of most living scripts, with their simple marks. Unknown
    /// scalars take longer and give the same result.
    package var composition: Composition {
        switch value {
        case 0..<0x300, 0xAC00...0xD7A3, 0x4E00...0x9FFF: .starter
        // Greek without the signs that decompose into others, Cyrillic, Armenian.
        case 0x375...0x377, 0x37A...0x37D, 0x384...0x386, 0x388...0x38A, 0x38C, 0x38E...0x3A1, 0x3A3...0x482,
            0x48A...0x52F, 0x531...0x556, 0x559...0x58A:
            .starter
        // Hebrew, Arabic, Devanagari, Thai.
        case 0x5D0...0x5EA, 0x61B...0x64A, 0x660...0x66F, 0x671...0x6D5, 0x6EE...0x6FF, 0x900...0x93B, 0x93D...0x94C,
            0x950, 0x960...0x97F, 0xE01...0xE37, 0xE3F...0xE47, 0xE4C...0xE5B:
            .starter
        case 0x591...0x5BD, 0x5BF, 0x5C1...0x5C2, 0x5C4...0x5C5, 0x5C7, 0x64B...0x652, 0x670, 0x94D, 0xE38...0xE3A,
            0xE48...0xE4B:
            .mark
        // Vietnamese and other Latin letters, punctuation, currencies, symbols, kana.
        case 0x1E00...0x1EFF, 0x2002...0x2064, 0x2066...0x2071, 0x2074...0x208E, 0x20A0...0x20BF, 0x2190...0x2328,
            0x2460...0x2ADB, 0x2ADD...0x2B73, 0x3000...0x3029, 0x3041...0x3096, 0x309B...0x30FF, 0x3131...0x318E,
            0xFE0F,
            0xFF01...0xFFBE, 0x1F300...0x1FAFF:
            .starter
        default: .unknown
        }
    }

    /// Whether the scalar combines with the one before it, so that normalizing may reorder it.
    package var isCombining: Bool {
        if composition == .starter { return false }
        switch value {
        // Starters that decompose into marks.
        case 0xF73, 0xF75, 0xF81: return true
        default: return properties.canonicalCombiningClass != .notReordered
        }
    }
}
