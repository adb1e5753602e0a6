extension Unicode.Scalar {
    /// Whether text of nothing but such scalars is in Normalization Form C already.
    ///
    /// Most passwords are, and need no copy in that form to be counted or compared. It holds for everything before the
    /// first combining mark, Cyrillic and kana, ideographs, Hangul syllables and most emoji; what it does not hold for
    /// takes longer and is judged the same.
    var isComposed: Bool {
        switch value {
        case 0..<0x300, 0x400...0x482, 0x48A...0x52F: true
        case 0x2010...0x2027, 0x3001...0x3029, 0x3041...0x3096, 0x30A1...0x30FF: true
        case 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xFE0F, 0x1F300...0x1FAFF: true
        default: false
        }
    }
}
