import Presentation
import Testing

struct ParticleTests {
    @Test(arguments: [
        ("아이디", "가", "를", "는", "와"),
        ("닉네임", "이", "을", "은", "과"),
        ("가", "가", "를", "는", "와"),
        ("각", "이", "을", "은", "과"),
        ("힌", "이", "을", "은", "과"),
        ("히", "가", "를", "는", "와"),
        ("힣", "이", "을", "은", "과"),
        // The same syllables, taken apart into letters (NFD).
        ("\u{1100}\u{1161}", "가", "를", "는", "와"),
        ("\u{1100}\u{1161}\u{11A8}", "이", "을", "은", "과"),
        ("Kim", "이(가)", "을(를)", "은(는)", "과(와)"),
        ("010", "이(가)", "을(를)", "은(는)", "과(와)"),
        ("확인 (ID)", "이(가)", "을(를)", "은(는)", "과(와)"),
        ("ㄱ", "이(가)", "을(를)", "은(는)", "과(와)"),
        ("", "이(가)", "을(를)", "은(는)", "과(와)"),
    ])
    func `the form follows the last syllable`(
        word: String,
        subject: String,
        object: String,
        topic: String,
        with: String
    ) {
        #expect(Particle.subject.form(after: word) == subject)
        #expect(Particle.object.form(after: word) == object)
        #expect(Particle.topic.form(after: word) == topic)
        #expect(Particle.with.form(after: word) == with)
    }
}
