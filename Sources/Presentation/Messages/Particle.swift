/// The Korean particles whose form depends on the sound in which the word before them ends.
package enum Particle: CaseIterable {
    /// 이 or 가: the subject.
    case subject

    /// 을 or 를: the object.
    case object

    /// 은 or 는: the topic.
    case topic

    /// 과 or 와: together with.
    case with

    /// 으로 or 로: by means of, or towards; an ㄹ counts as a vowel.
    case means

    /// Gives the form that stands behind a word.
    ///
    /// Digits are read as Korean numbers and Latin capitals, as in ID, by the names of the letters. Nobody can tell how
    /// other Latin words are read.
    ///
    /// - Parameter word: The word; only its end counts, without brackets and quotation marks that close there.
    /// - Returns: The form, or both, as in `을(를)`, where nobody can tell the sound.
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
