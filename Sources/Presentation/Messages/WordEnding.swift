/// The sound in which a word ends when it is read in Korean, as far as particles care.
enum WordEnding: Hashable {
    case vowel

    /// The consonant ㄹ.
    case rieul

    /// Any other consonant.
    case consonant

    /// Hears how a word ends, which is nil where it depends on how the word is read.
    ///
    /// - Parameter word: The word; brackets and quotation marks that close at its end are not read.
    init?(of word: String) {
        let read = word.unicodeScalars.reversed().drop { Self.closing.contains($0) }
        guard let last = read.first else { return nil }
        switch last.value {
        case 0xAC00...0xD7A3:
            // A syllable's number is (initial × 21 + vowel) × 28 + final, and no final consonant is 0.
            self.init(final: (last.value - 0xAC00) % 28)
        case 0x1161...0x1175:
            self = .vowel
        case 0x11A8...0x11C2:
            self.init(final: last.value - 0x11A7)
        case 0x30...0x39:
            self = Self.digits[Int(last.value - 0x30)]
        case 0x41...0x5A:
            // Within a word in small letters too, as in iPhone X, a capital at the end stands for itself.
            self = Self.letters[last] ?? .vowel
        default:
            return nil
        }
    }

    /// Takes the number of a final consonant.
    ///
    /// - Parameter final: The number of the final consonant among those that there are, or 0 for none.
    private init(final: UInt32) {
        self = final == 0 ? .vowel : final == 8 ? .rieul : .consonant
    }

    private static let closing: Set<Unicode.Scalar> = [")", "]", "}", "\"", "'", "’", "”", "」", "』", "》", "〉"]

    /// 영, 일, 이, 삼, 사, 오, 육, 칠, 팔, 구; tens, hundreds and thousands end in a consonant as 영 does.
    private static let digits: [WordEnding] = [
        .consonant, .rieul, .vowel, .consonant, .vowel, .vowel, .consonant, .rieul, .rieul, .vowel,
    ]

    /// The letters whose names do not end in a vowel: 엘, 엠, 엔, 알.
    private static let letters: [Unicode.Scalar: WordEnding] = [
        "L": .rieul, "M": .consonant, "N": .consonant, "R": .rieul,
    ]
}
