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

    /// How many bytes of UTF-8 there may be to a character before a text is refused without being counted.
    ///
    /// - 16 for scalars: composing joins no more than 4 scalars into one, of 4 bytes each at most, so a text beyond
    ///   that has too many scalars for certain.
    /// - 64 for grapheme clusters, which have no bound of their own; the longest emoji in use has 35.
    public var maximumUTF8Length: Int {
        switch self {
        case .unicodeScalars: 16
        case .graphemeClusters: 64
        }
    }

    /// The size in bytes beyond which a text is not counted.
    func maximumUTF8Length(for characters: Int) -> Int {
        let (product, overflow) = characters.multipliedReportingOverflow(by: maximumUTF8Length)
        return overflow ? Int.max : product
    }

    /// Counts the characters of a text; takes as long as the text is large.
    func count(in text: String) -> Int {
        if text.isPlainASCII { return text.utf8.count }
        switch self {
        case .graphemeClusters: return text.count
        case .unicodeScalars: break
        }
        // Scalars are counted by the bytes that begin them.
        let composed = text.composed
        return composed.utf8.withContiguousStorageIfAvailable { bytes in
            bytes.reduce(0) { $0 &+ ($1 & 0xC0 == 0x80 ? 0 : 1) }
        } ?? composed.unicodeScalars.count
    }
}

extension String {
    /// Whether every byte is a character by itself, which a carriage return before a line feed is not.
    fileprivate var isPlainASCII: Bool {
        utf8.withContiguousStorageIfAvailable { bytes in
            bytes.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "\r") }
        } ?? false
    }
}
