import Domain
import Testing

struct ServerMessageTests {
    @Test(
        "S3.3 a server's message is made fit to be shown",
        arguments: [
            ("이미 있는 아이디입니다", "이미 있는 아이디입니다"), ("", ""), ("  a \t b\r\nc  ", "a b c"),
            ("\u{1B}[31mred\u{7}", "[31mred"), ("a\u{202E}b\u{2066}c\u{FEFF}", "abc"), ("a\u{0}b", "a b"),
            ("👩‍👩‍👧", "👩‍👩‍👧"), ("a\u{2028}b", "a b"),
        ]
    )
    func shown(text: String, expected: String) {
        #expect(ServerMessage(text).text == expected)
    }

    @Test func `a message is cut to a length that an alert holds`() {
        let most = String(repeating: "a", count: ServerMessage.maximumScalars)
        #expect(ServerMessage(most).text == most)
        #expect(ServerMessage(most + "b").text == most)
        #expect(ServerMessage(String(repeating: "\u{202E}", count: 1 << 20) + "a").text == "")
    }
}
