extension Unicode.Scalar {
    /// The scalar in lower case, or nil where only the tables of Unicode can tell.
    ///
    /// It is what `Properties.lowercaseMapping` says, for the scripts that most people write in, and much faster.
    package var simpleLowercase: Unicode.Scalar? {
        switch value {
        case 0x41...0x5A, 0xC0...0xD6, 0xD8...0xDE, 0x391...0x3A1, 0x3A3...0x3AB, 0x410...0x42F:
            Unicode.Scalar(value + 0x20)
        case 0x400...0x40F: Unicode.Scalar(value + 0x50)
        // Vietnamese letters, upper and lower case in turn.
        case 0x1EA0...0x1EFF, 0x102...0x103, 0x110...0x111, 0x128...0x129, 0x168...0x169, 0x1A0...0x1A1:
            Unicode.Scalar(value | 1)
        case 0..<0xC0, 0xD7, 0xDF...0xFF, 0x1AF...0x1B0:
            value == 0x1AF ? Unicode.Scalar(0x1B0 as UInt32) : self
        // Small letters of Greek and Cyrillic; Hebrew, Arabic, Devanagari and Thai have no case.
        case 0x3AC...0x3CE, 0x430...0x45F, 0x590...0x109F: self
        // Signs, kana, ideographs, Hangul, emoji.
        case 0x2000...0x20CF, 0x2190...0x245F, 0x2500...0x2BFF, 0x3000...0xA63F, 0xAC00...0xD7A3, 0x1F200...0x1FAFF:
            self
        default: nil
        }
    }
}
