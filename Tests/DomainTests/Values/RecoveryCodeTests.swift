import Domain
import Testing

struct RecoveryCodeTests {
    @Test func `codes are random, in groups of four letters and digits that look different`() throws {
        let codes = (0..<1_000).map { _ in RecoveryCode(.random).revealed }
        #expect(Set(codes).count == codes.count)
        for code in codes {
            #expect(try #/([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}/#.wholeMatch(in: code) != nil)
        }
        // Each of the 32 characters occurs about 500 times.
        let counts = Dictionary(grouping: codes.joined().filter { $0 != "-" }) { $0 }.mapValues(\.count)
        #expect(counts.count == 32)
        #expect(counts.values.allSatisfy { (350...650).contains($0) })
    }

    @Test(arguments: [
        "0123-4567-89AB-CDEF", "0123456789abcdef", " 0123 4567 89ab cdef\n",
        "o1i3-4567-89AB-CDEF".replacing("i", with: "2"),
        "OL23-4567-89AB-CDEF", "oI23-4567-89ab-cdef", "--0123456789ABCDEF--",
    ])
    func `a code is read in any spelling`(text: String) {
        #expect(RecoveryCode(text)?.revealed == "0123-4567-89AB-CDEF")
    }

    @Test(arguments: [
        "", "-", "0123-4567-89AB-CDE", "0123-4567-89AB-CDEF0", "0123-4567-89AB-CDEU", "0123-4567-89AB-CDE!",
        "０123-4567-89AB-CDEF", "0123-4567-89AB-CDEß", String(repeating: "0", count: 1_000_000),
    ])
    func `any other text is no code`(text: String) {
        #expect(RecoveryCode(text) == nil)
    }

    @Test func `a code is shown nowhere but by its name`() {
        let code = RecoveryCode(.random)
        for text in ["\(code)", String(reflecting: code), "\(Mirror(reflecting: code).children.count)"] {
            #expect(!text.contains(code.revealed.prefix(4)) || text == "0")
        }
    }
}
