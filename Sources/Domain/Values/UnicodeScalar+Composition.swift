extension Unicode.Scalar {
    /// What is known of a scalar without a look at the tables of Unicode.
    package enum Composition: Sendable {
        /// It is in Normalization Form C already, whatever stands before it, and no mark moves across it.
        case starter

        /// It is so too, as long as marks stand in the order of their combining classes.
        case mark

        /// Nothing is known of it here.
        case unknown
    }

    /// Whether the scalar can stand in a text in Normalization Form C as it is.
    ///
    /// Starters and marks have the quick-check property NFC_QC=Yes (UAX #15 section 9), so they compose with nothing
    /// before them. These are the letters and signs of most living scripts, with their marks where those are simple;
    /// what is unknown takes longer and is judged the same.
    package var composition: Composition {
        switch value {
        case 0..<0x300, 0xAC00...0xD7A3, 0x4E00...0x9FFF: .starter
        // Greek without the signs that are other ones' doubles, Cyrillic, Armenian.
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

    /// Whether the scalar stands on the one before it, so that it may have to be put in order with others.
    package var isCombining: Bool {
        if composition == .starter { return false }
        switch value {
        // Starters that decompose into marks.
        case 0xF73, 0xF75, 0xF81: return true
        default: return properties.canonicalCombiningClass != .notReordered
        }
    }
}
