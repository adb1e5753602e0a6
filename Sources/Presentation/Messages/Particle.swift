/// The Korean particles whose form depends on whether the word before them ends in a consonant.
package enum Particle {
    /// 이 or 가: the subject.
    case subject

    /// 을 or 를: the object.
    case object

    /// 은 or 는: the topic.
    case topic

    /// 과 or 와: together with.
    case with

    /// Gives the form that stands behind a word.
    ///
    /// - Parameter word: The word; only its last character counts.
    /// - Returns: The form, or both, as in `을(를)`, where the word does not end in Hangul.
    package func form(after word: String) -> String {
        let (afterConsonant, afterVowel) = forms
        return switch word.unicodeScalars.last?.value {
        case .some(let scalar) where (0xAC00...0xD7A3).contains(scalar):
            // A syllable's number is (initial × 21 + vowel) × 28 + final, and no final consonant is 0.
            (scalar - 0xAC00) % 28 == 0 ? afterVowel : afterConsonant
        case .some(0x1161...0x1175): afterVowel
        case .some(0x11A8...0x11C2): afterConsonant
        default: "\(afterConsonant)(\(afterVowel))"
        }
    }

    private var forms: (afterConsonant: String, afterVowel: String) {
        switch self {
        case .subject: ("이", "가")
        case .object: ("을", "를")
        case .topic: ("은", "는")
        case .with: ("과", "와")
        }
    }
}
