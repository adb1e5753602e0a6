import Domain
import Testing

struct PersonNameTests {
    @Test(arguments: ["Kim", " Kim ", "김철수", "👩🏽‍💻"])
    func `a name describes itself by its text`(text: String) throws {
        #expect(try "\(PersonName(text))" == text)
    }

    @Test func `names are equal when their texts are`() throws {
        #expect(try PersonName("\u{E9}") == PersonName("e\u{301}"))
        #expect(try PersonName("Kim") != PersonName("kim"))
    }
}
