import Persistence
import Testing

/// Tests of the CRC-32C checksum.
@Suite struct CRC32CTests {
    private static let published: [(bytes: [UInt8], checksum: UInt32)] = [
        ([], 0),
        (Array("123456789".utf8), 0xE306_9283),
        // RFC 3720 section B.4
        (Array(repeating: 0, count: 32), 0x8A91_36AA),
        (Array(repeating: 0xFF, count: 32), 0x62A8_AB43),
        (Array(0..<32), 0x46DD_794E),
        (Array((0..<32).reversed()), 0x113F_DB5C),
    ]

    @Test(arguments: published)
    func `the checksum matches the published values`(_ bytes: [UInt8], _ checksum: UInt32) {
        #expect(CRC32C.checksum(of: bytes) == checksum)
    }

    @Test func `bytes can be added in portions`() {
        let bytes = [UInt8](0..<200)
        for end in bytes.indices {
            var check = CRC32C()
            check.add(bytes[..<end])
            check.add(bytes[end...])
            #expect(check.value == CRC32C.checksum(of: bytes))
        }
    }
}
