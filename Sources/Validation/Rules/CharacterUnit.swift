import Domain

/// What counts as one character.
public enum CharacterUnit: Hashable, Sendable, CaseIterable {
    /// Unicode scalars of the text in Normalization Form C, as NIST SP 800-63B-4 counts the length of passwords.
    ///
    /// However a keyboard composes `é`, it is one.
    case unicodeScalars

    /// Extended grapheme clusters (UAX #29), which is what people see as characters.
    ///
    /// A family emoji of seven scalars is one.
    case graphemeClusters

    /// How many octets of UTF-8 there may be to a character before a text is refused without being counted.
    ///
    /// - 16 for scalars: composing joins no more than 4 scalars into one, of 4 octets each at most, so a text beyond
    ///   that has too many scalars for certain.
    /// - 64 for grapheme clusters, which have no bound of their own; the longest emoji in use has 35.
    public var maximumOctets: Int {
        switch self {
        case .unicodeScalars: 16
        case .graphemeClusters: 64
        }
    }

    /// Counts the characters of a text; takes as long as the text is large.
    func count(in text: String) -> Int {
        switch self {
        case .graphemeClusters: return text.count
        case .unicodeScalars: break
        }
        var count = 0
        for scalar in text.unicodeScalars {
            guard Self.isComposed(scalar) else { return text.nfc.unicodeScalars.count }
            count += 1
        }
        return count
    }

    /// Tells whether text of nothing but such scalars is in Normalization Form C already.
    ///
    /// Most passwords are, and need no copy in that form to be counted: everything before the first combining mark,
    /// and Hangul syllables.
    private static func isComposed(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x300 || (0xAC00...0xD7A3).contains(scalar.value)
    }
}
