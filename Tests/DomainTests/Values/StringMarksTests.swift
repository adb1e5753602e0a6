import Domain
import Testing

struct StringMarksTests {
    /// A letter with marks on it.
    private static func letter(_ letter: String = "e", marks count: Int) -> String {
        letter + String(repeating: "\u{301}", count: count)
    }

    private static let places: [(String, Int?)] = [
        ("", nil), (letter(marks: 30), nil), (letter(marks: 31), 31), (letter("", marks: 31), 30),
        (String(repeating: letter(marks: 30), count: 5), nil), (letter("abc", marks: 20) + letter("한", marks: 40), 54),
    ]

    @Test(arguments: places)
    func `the first mark that thirty others stand right before is found`(text: String, place: Int?) {
        #expect(text.firstHeapedMark == place)
    }

    private static let compositions: [(String, String)] = [
        ("e\u{301}", "\u{E9}"), ("\u{E9}", "\u{E9}"), (letter(marks: 31), letter(marks: 31)),
    ]

    @Test(arguments: compositions)
    func `a text is composed unless marks are heaped up in it`(text: String, composed: String) {
        #expect(Array(text.composed.utf8) == Array(composed.utf8))
    }
}
