import Domain
import Testing

struct StringBytesTests {
    @Test(arguments: [1, 7, 8, 9, 15, 16, 17, 64])
    func `texts are the same if and only if all their bytes are`(count: Int) {
        let text = String(repeating: "a", count: count)
        #expect(text.isUTF8Equal(to: String(repeating: "a", count: count)))
        for place in 0..<count {
            let other = text.prefix(place) + "b" + text.dropFirst(place + 1)
            if text.isUTF8Equal(to: String(other)) { Issue.record("the byte at \(place) of \(count) is not compared") }
        }
        #expect(!text.isUTF8Equal(to: text + "a"))
    }

    @Test func `canonically equivalent texts with different bytes are not the same`() {
        #expect("e\u{301}" == "\u{E9}")
        #expect(!"e\u{301}".isUTF8Equal(to: "\u{E9}"))
    }
}

struct StringMarksTests {
    /// Returns a letter with marks.
    private static func letter(_ letter: String = "e", marks count: Int) -> String {
        letter + String(repeating: "\u{301}", count: count)
    }

    private static let places: [(String, Int?)] = [
        ("", nil), (letter(marks: 30), nil), (letter(marks: 31), 31), (letter("", marks: 31), 30),
        (String(repeating: letter(marks: 30), count: 5), nil), (letter("abc", marks: 20) + letter("한", marks: 40), 54),
    ]

    @Test(arguments: places)
    func `the first mark after thirty consecutive marks is found`(text: String, place: Int?) {
        #expect(text.firstStackedMark == place)
    }

    private static let compositions: [(String, String)] = [
        ("e\u{301}", "\u{E9}"), ("\u{E9}", "\u{E9}"), (letter(marks: 31), letter(marks: 31)),
    ]

    @Test(arguments: compositions)
    func `a text is composed unless it has stacked marks`(text: String, composed: String) {
        #expect(Array(text.composed.utf8) == Array(composed.utf8))
    }
}

struct ServerMessageTests {
    @Test(arguments: [
        ("이미 있는 아이디입니다", "이미 있는 아이디입니다"), ("", ""), ("  a \t b\r\nc  ", "a b c"),
        ("\u{1B}[31mred\u{7}", "[31mred"), ("a\u{202E}b\u{2066}c\u{FEFF}", "abc"), ("a\u{0}b", "a b"),
        ("👩‍👩‍👧", "👩‍👩‍👧"), ("a\u{2028}b", "a b"),
    ])
    func `S3.3 unsafe characters are removed from a server's message`(text: String, expected: String) {
        #expect(ServerMessage(text).text == expected)
    }

    @Test func `a long message is cut to the length of an alert`() {
        let most = String(repeating: "a", count: ServerMessage.maximumScalars)
        #expect(ServerMessage(most).text == most)
        #expect(ServerMessage(most + "b").text == most)
        #expect(ServerMessage(String(repeating: "\u{202E}", count: 1 << 20) + "a").text == "")
    }
}
