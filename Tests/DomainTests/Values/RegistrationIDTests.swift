import AccountFlowTesting
import Domain
import Testing

struct RegistrationIDTests {
    @Test func `a registration ID has 128 random bits in 32 hexadecimal digits`() throws {
        let ids = (0..<1_000).map { _ in RegistrationID(.random) }
        #expect(Set(ids).count == ids.count)
        #expect(Set(ids.map(\.digits)).count == ids.count)
        for id in ids {
            #expect(id.digits.utf8.count == RegistrationID.digitCount)
            #expect(try #require(RegistrationID(digits: id.digits)) == id)
        }
        // Every bit differs somewhere.
        let (first, second) = ids.reduce((0, 0) as (UInt64, UInt64)) {
            ($0.0 | ($1.first ^ ids[0].first), $0.1 | ($1.second ^ ids[0].second))
        }
        #expect(first == .max && second == .max)
    }

    @Test func `the digits are the bytes in their order`() throws {
        let digits = "000102030405060708090a0b0c0d0e0f"
        let id = try #require(RegistrationID(digits: digits))
        #expect(id.first == 0x0706_0504_0302_0100 && id.second == 0x0F0E_0D0C_0B0A_0908)
        #expect(id.digits == digits && "\(id)" == digits)
    }

    @Test(arguments: ["", "00", "000102030405060708090A0B0C0D0E0F", "000102030405060708090a0b0c0d0e0f0", "g"])
    func `a text that is not 32 lower-case hexadecimal digits is no registration ID`(text: String) {
        #expect(RegistrationID(digits: text) == nil)
    }
}
