import Foundation
import Presentation
import Testing

struct ParticleTests {
    private static let afterVowel = ["가", "를", "는", "와", "로"]
    private static let afterRieul = ["이", "을", "은", "과", "로"]
    private static let afterConsonant = ["이", "을", "은", "과", "으로"]
    private static let unknown = ["이(가)", "을(를)", "은(는)", "과(와)", "(으)로"]

    private func forms(after word: String) -> [String] { Particle.allCases.map { $0.form(after: word) } }

    @Test(
        arguments: [
            ("아이디", afterVowel), ("닉네임", afterConsonant), ("가", afterVowel), ("각", afterConsonant),
            ("서울", afterRieul), ("힌", afterConsonant), ("히", afterVowel), ("힐", afterRieul), ("힣", afterConsonant),
            // ㄺ and ㅀ do not count as ㄹ.
            ("닭", afterConsonant), ("앓", afterConsonant),
            // Syllables that are decomposed into letters (NFD).
            ("\u{1100}\u{1161}", afterVowel), ("\u{1100}\u{1161}\u{11A8}", afterConsonant),
            ("\u{1100}\u{1161}\u{11AF}", afterRieul),
        ] as [(String, [String])]
    )
    func `the form of a particle matches the last syllable`(word: String, expected: [String]) {
        #expect(forms(after: word) == expected)
    }

    @Test func `the form of a particle matches the final consonant of every syllable`() {
        for scalar in (0xAC00...0xD7A3).compactMap(Unicode.Scalar.init) {
            let decomposed = String(scalar).decomposedFinal
            let expected = decomposed == 0 ? Self.afterVowel : decomposed == 8 ? Self.afterRieul : Self.afterConsonant
            if forms(after: String(scalar)) != expected { Issue.record("\(scalar)") }
        }
    }

    @Test(
        arguments: [
            // 영 일 이 삼 사 오 육 칠 팔 구
            ("0", afterConsonant), ("1", afterRieul), ("2", afterVowel), ("3", afterConsonant), ("4", afterVowel),
            ("5", afterVowel), ("6", afterConsonant), ("7", afterRieul), ("8", afterRieul), ("9", afterVowel),
            // 십, 백, 공일공
            ("10", afterConsonant), ("100", afterConsonant), ("010", afterConsonant), ("제21", afterRieul),
        ] as [(String, [String])]
    )
    func `digits are read as numbers`(word: String, expected: [String]) {
        #expect(forms(after: word) == expected)
    }

    @Test func `capital letters are read by their names`() {
        for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" {
            // 엘, 알; 엠, 엔
            let expected =
                "LR".contains(letter) ? Self.afterRieul : "MN".contains(letter) ? Self.afterConsonant : Self.afterVowel
            #expect(forms(after: "약어 I\(letter)") == expected, "\(letter)")
        }
    }

    @Test(
        arguments: [
            ("확인 (ID)", afterVowel), ("‘서울’", afterRieul), ("[닉네임]", afterConsonant), ("\"(3)\"", afterConsonant),
        ] as [(String, [String])]
    )
    func `closing brackets and quotation marks are ignored`(word: String, expected: [String]) {
        #expect(forms(after: word) == expected)
    }

    @Test(arguments: ["Kim", "google", "a@x.com", "ㄱ", "😀", "👩‍👩‍👧‍👦", "山", "é", "%", " ", "()", ""])
    func `a word with an unknown pronunciation gets both forms`(word: String) {
        #expect(forms(after: word) == Self.unknown)
    }
}

extension String {
    /// The number of the last syllable's final consonant, from its decomposition; 0 if it has none.
    fileprivate var decomposedFinal: UInt32 {
        let last = decomposedStringWithCanonicalMapping.unicodeScalars.last?.value ?? 0
        return (0x11A8...0x11C2).contains(last) ? last - 0x11A7 : 0
    }
}
