import Domain
import Testing

struct PhoneNumberTests {
    @Test(arguments: ["010-1234-5678", "+82 10 1234 5678", "(02) 123", "１２３", "ask at the desk"])
    func `a number describes itself by its text, however it is written`(text: String) throws {
        #expect(try "\(PhoneNumber(text))" == text)
    }

    @Test func `numbers that are written differently are different`() throws {
        #expect(try PhoneNumber("010-1234-5678") != PhoneNumber("01012345678"))
    }
}
