/// The Korean particles whose form depends on the ending of the preceding word.
package enum Particle: CaseIterable {
    /// 이 or 가: the subject.
    case subject
    /// 을 or 를: the object.
    case object
    /// 은 or 는: the topic.
    case topic
    /// 과 or 와: together with.
    case with
    /// 으로 or 로: by means of, or towards; ㄹ counts as a vowel.
    case means

    /// Returns the form after a word, or both forms, as in `을(를)`, if the pronunciation is unknown.
    ///
    /// Digits are read as Korean numbers, and Latin capitals by their names, as in ID. Other Latin words have no known
    /// pronunciation. Closing brackets and quotation marks are ignored.
    package func form(after word: String) -> String {
        let (afterConsonant, afterVowel, both) = forms
        return switch WordEnding(of: word) {
        case .vowel: afterVowel
        case .rieul: self == .means ? afterVowel : afterConsonant
        case .consonant: afterConsonant
        case nil: both
        }
    }

    private var forms: (afterConsonant: String, afterVowel: String, both: String) {
        switch self {
        case .subject: ("이", "가", "이(가)")
        case .object: ("을", "를", "을(를)")
        case .topic: ("은", "는", "은(는)")
        case .with: ("과", "와", "과(와)")
        case .means: ("으로", "로", "(으)로")
        }
    }
}

extension String {
    /// Returns the word followed by a Korean particle.
    func with(_ particle: Particle) -> String { self + particle.form(after: self) }
}

/// The ending of a word in Korean: the sounds that particles distinguish.
enum WordEnding: Hashable {
    case vowel
    /// The consonant ㄹ.
    case rieul
    /// Any other consonant.
    case consonant

    /// Creates the ending of a word without closing brackets and quotation marks; nil if the pronunciation is unknown.
    init?(of word: String) {
        let read = word.unicodeScalars.reversed().drop { Self.closing.contains($0) }
        guard let last = read.first else { return nil }
        switch last.value {
        case 0xAC00...0xD7A3:
            // The number of a syllable is (initial × 21 + vowel) × 28 + final; final is 0 without a consonant.
            self.init(final: (last.value - 0xAC00) % 28)
        case 0x1161...0x1175:
            self = .vowel
        case 0x11A8...0x11C2:
            self.init(final: last.value - 0x11A7)
        case 0x30...0x39:
            self = Self.digits[Int(last.value - 0x30)]
        case 0x41...0x5A:
            // A final capital is read by its name, even after small letters, as in iPhone X.
            self = Self.letters[last] ?? .vowel
        default:
            return nil
        }
    }

    /// Creates the ending for the number of a final consonant; 0 means none.
    private init(final: UInt32) {
        self = final == 0 ? .vowel : final == 8 ? .rieul : .consonant
    }

    private static let closing: Set<Unicode.Scalar> = [")", "]", "}", "\"", "'", "’", "”", "」", "』", "》", "〉"]

    /// The digits 영, 일, 이, 삼, 사, 오, 육, 칠, 팔, 구; like 영, tens, hundreds and thousands end in a consonant.
    private static let digits: [WordEnding] = [
        .consonant, .rieul, .vowel, .consonant, .vowel, .vowel, .consonant, .rieul, .rieul, .vowel,
    ]

    /// The letters whose names do not end in a vowel: 엘, 엠, 엔, 알.
    private static let letters: [Unicode.Scalar: WordEnding] = [
        "L": .rieul, "M": .consonant, "N": .consonant, "R": .rieul,
    ]
}
