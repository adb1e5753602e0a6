import AccountDemo
import Testing

/// Tests of the width of characters, and of cutting and wrapping texts.
struct ColumnsTests {
    @Test(
        arguments: [
            ("a", 1), ("é", 1), ("e\u{301}", 1), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("漢", 2), ("あ", 2),
            ("ｱ", 1), ("Ａ", 2), ("￦", 2), ("…", 1), ("✔", 1), ("✔\u{FE0F}", 2), ("👍🏽", 2), ("👩‍👩‍👧", 2), ("🇰🇷", 2),
            ("\u{10FF}", 1), ("\u{1100}", 2), ("\u{115F}", 2), ("\u{D7A3}", 2), ("\u{303F}", 1), ("\u{20000}", 2),
        ] as [(Character, Int)]
    )
    func `a character has the width that a terminal gives it`(character: Character, columns: Int) {
        #expect(character.columns == columns)
    }

    @Test(
        arguments: [
            ("\u{1B}", "\u{FFFD}"), ("\n", "\u{FFFD}"), ("\u{9B}", "\u{FFFD}"), ("\u{202E}", "\u{FFFD}"),
            ("\u{2028}", "\u{FFFD}"), ("\u{301}", "\u{25CC}\u{301}"), ("한", "한"),
        ] as [(Character, Character)]
    )
    func `control characters and lone marks are replaced by visible ones`(character: Character, shown: Character) {
        #expect(character.shown == shown)
    }

    @Test(arguments: [
        ("nickname", 8, "nickname"), ("nickname", 7, "nickna…"), ("한글이름", 8, "한글이름"), ("한글이름", 7, "한글이…"),
        ("한글이름", 6, "한글…"), ("abc", 1, "…"), ("abc", 0, ""),
    ])
    func `a text that does not fit is cut with an ellipsis`(text: String, width: Int, fitting: String) {
        #expect(text.fitting(width) == fitting)
    }

    @Test(arguments: [
        ("one two three", 7, ["one two", "three"]), ("one two", 3, ["one", "two"]), ("abcdef", 4, ["abcd", "ef"]),
        ("아이디를 넣으세요", 9, ["아이디를", "넣으세요"]), ("한글", 3, ["한", "글"]), ("", 4, []), ("a", 0, []), ("ab", 1, ["a", "b"]),
        ("F4   one two three", 13, ["F4   one two", "     three"]), ("  one two", 6, ["  one", "  two"]),
        ("one  two", 4, ["one", "two"]), ("one two  ", 4, ["one", "two"]),
    ])
    func `a text wraps between words, and inside words that are too long`(text: String, width: Int, lines: [String]) {
        #expect(text.wrapped(to: width) == lines)
    }
}
