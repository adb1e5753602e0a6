import Domain
import Testing

struct NicknameTests {
    @Test(arguments: ["Kim", " Kim ", "김철수", "👩🏽‍💻"])
    func `a nickname describes itself by its text`(text: String) throws {
        #expect(try "\(Nickname(text))" == text)
    }

    @Test func `nicknames are equal when their texts are`() throws {
        #expect(try Nickname("\u{E9}") == Nickname("e\u{301}"))
        #expect(try Nickname("Kim") != Nickname("kim"))
    }
}
