import Domain
import Testing

struct StringBytesTests {
    @Test(arguments: [1, 7, 8, 9, 15, 16, 17, 64])
    func `texts are the same where every byte is, wherever one differs`(count: Int) {
        let text = String(repeating: "a", count: count)
        #expect(text.isUTF8Equal(to: String(repeating: "a", count: count)))
        for place in 0..<count {
            let other = text.prefix(place) + "b" + text.dropFirst(place + 1)
            if text.isUTF8Equal(to: String(other)) { Issue.record("the byte at \(place) of \(count) is not compared") }
        }
        #expect(!text.isUTF8Equal(to: text + "a"))
    }

    @Test func `texts that Swift calls equal are not the same`() {
        #expect("e\u{301}" == "\u{E9}")
        #expect(!"e\u{301}".isUTF8Equal(to: "\u{E9}"))
    }
}
