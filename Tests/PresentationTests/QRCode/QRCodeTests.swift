import Domain
import Presentation
import TestSupport
import Testing

/// Tests of QR codes with the examples of ISO/IEC 18004 and codes that another encoder has made.
struct QRCodeTests {
    @Test func `annex I has this error correction`() {
        let data: [UInt8] =
            [0x10, 0x20, 0x0C, 0x56, 0x61, 0x80]
            + [UInt8](repeating: 0, count: 5).flatMap { _ in
                [0xEC, 0x11] as [UInt8]
            }
        let correction: [UInt8] = [0xA5, 0x24, 0xD4, 0xC1, 0xED, 0x36, 0xC7, 0x87, 0x2C, 0x55]
        #expect(ReedSolomon.correction(of: data, count: 10) == correction)
    }

    @Test func `annexes C and D have this information about the format and the version`() {
        #expect(QRVersion.formatBits(mask: 0b101) == 0b100_0000_1100_1110)
        #expect(QRVersion(7).informationBits == 0b00_0111_1100_1001_0100)
        #expect(QRVersion(6).informationBits == nil)
    }

    @Test(arguments: [(0, 21), (14, 21), (15, 25), (26, 25), (213, 57), (214, 61), (2_331, 177)])
    func `a code is as small as its text allows`(bytes: Int, size: Int) throws {
        #expect(try #require(QRCode(String(repeating: "a", count: bytes))).size == size)
    }

    @Test func `a text that no code can hold has none`() {
        #expect(QRCode(String(repeating: "a", count: 2_332)) == nil)
        #expect(QRCode(String(repeating: "김", count: 778)) == nil)
    }

    @Test func `a short text has this code`() throws {
        // Readers have read it, and another encoder makes the same one.
        let text = """
            █████████████████████████████
            █████████████████████████████
            ████ ▄▄▄▄▄ █▀▄▀ ▄█ ▄▄▄▄▄ ████
            ████ █   █ █ ▄▀ ██ █   █ ████
            ████ █▄▄▄█ ██▄▀▀▄█ █▄▄▄█ ████
            ████▄▄▄▄▄▄▄█ ▀▄█▄█▄▄▄▄▄▄▄████
            ████ ██▀▀█▄█▄█▄ ▀ ▄▀▀ ▄▄▀████
            █████▀▄▀▄ ▄▀▀▄▄▀ ▀  █▀█▀█████
            ████▄▄█▄██▄▄  █▄ ▄▄▄▄▄ ▄ ████
            ████ ▄▄▄▄▄ ██▄ ▄█▄▀█▄▄  ▀████
            ████ █   █ ██ ▄ ▀ ▀▀▄ ▄██████
            ████ █▄▄▄█ ██▄▀   ▀ ▄ █▄▄████
            ████▄▄▄▄▄▄▄█▄█▄█▄██▄██▄▄█████
            █████████████████████████████
            ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
            """
        #expect(try #require(QRCode("a")).text == text)
    }

    @Test(arguments: 0...4)
    func `a code can have less of the quiet zone, and the same modules`(quietZone: Int) throws {
        let code = try #require(QRCode("otpauth://totp/kim"))
        let side = code.size + 2 * quietZone
        let lines = code.text(quietZone: quietZone).split(separator: "\n").map(Array.init)
        #expect(lines.count == (side + 1) / 2 && lines.allSatisfy { $0.count == side })
        for (row, column) in (0..<side).flatMap({ row in (0..<side).map { (row, $0) } }) {
            let isLight = (row.isMultiple(of: 2) ? "█▀" : "█▄").contains(lines[row / 2][column])
            #expect(isLight != code[row - quietZone, column - quietZone])
        }
    }

    @Test func `the longest URI has a code`() throws {
        let account = String(repeating: "%EA%B9%80", count: 254 / 3)
        let name = String(repeating: "%EA%B9%80", count: 20)
        let secret = String(repeating: "A", count: 103)
        let code = try #require(
            QRCode(
                "otpauth://totp/\(name):\(account)?secret=\(secret)&issuer=\(name)&algorithm=SHA256&digits=8&period=300"
            )
        )
        #expect(code.size <= 141)
    }

    @Test func `the image has a square for each dark module, and a quiet zone`() throws {
        let code = try #require(QRCode("otpauth://totp/kim"))
        let svg = code.svg
        #expect(svg.contains(#"viewBox="0 0 \#(code.size + 8) \#(code.size + 8)""#))
        for row in 0..<code.size {
            for column in 0..<code.size {
                #expect(svg.contains("M\(column + 4) \(row + 4)h1v1h-1z") == code[row, column])
            }
        }
    }

    /// The digests of the modules of codes that another encoder has made with the same mask, and a reader has read.
    @Test(arguments: [
        (1, 1, "a1482a24db30525122c96212e8f9ef378db3264e2554657b95e8bc1ebee27ad5"),
        (2, 2, "3c317a3bc95108db284a409304f758c59182622f8889ec5b68921bff41f50741"),
        (5, 0, "e4150c1ef773a328e5c29151b52705e61972f1b27ff5c5fd117a645e92ca612e"),
        (5, 1, "13e918e47c9d088da054c801cb830172d89f3f952eb080a1a6caadb6dd6950cd"),
        (5, 2, "a8e07d0c33203fe1f73117785fc9fbbde037ffb29d9d327bf289a98334e6e224"),
        (5, 3, "a1b284388fcc53d1d156beaa6ca8e25fb041297ab0acba55bc4234134514f5b4"),
        (5, 4, "e5d1eb246378b5444368e4073facfa95c3a11f9f1d6fa573bf63d405e34e8e78"),
        (5, 5, "ba8f3b318d39ab4a82bc06018a9719011bdfb4f113887ffed7b7ac7b91ed463c"),
        (5, 6, "25b57f39a841cbb8a8260cf650a4064d20192c3794e4d6405487a59cc2fb00ce"),
        (5, 7, "e3675dd91d4c7478dd995a0fa72128c1f864090934553699f556d188ab3e92cd"),
        (6, 6, "c1c78f39ca33a313cb12a44459992ea8afc724eb3e1c58c7adc4545bd24dcf74"),
        (7, 7, "a36cab544e7bbd2ec6160b6773a15fa1afb132f949330c0f903a6556f340d58c"),
        (9, 1, "2ac7bc2c3a70f9029077e6309c4c591ee85fce37dc9374ef3f819519f92bf7b0"),
        (10, 2, "b178b7fc7dff87f7baba30b70533e6d5134cdfec3dbf1578f15eac00c61db885"),
        (14, 6, "a4e1d33c2b96dc0020af2001c10a7575cb6d5f70ca735e39bab404536995571f"),
        (21, 5, "1532f11af1ec5884e49003f612e7abd4dbee7ebe777645040718673cc5601944"),
        (32, 0, "73ae010ed1e4d838744866940107070f6377202636a6048bb97708f802924123"),
        (40, 0, "431b06a1d10fbd377572510ddb6ee919ab53e89664d691551d6e0b23905c68ad"),
    ])
    func `a version has the code that another encoder makes`(number: Int, mask: Int, digest: String) {
        let version = QRVersion(number)
        let bytes = (0..<version.capacity).map { UInt8(33 + ($0 * 7 + number) % 90) }
        let code = QRCode(version, version.codewords(of: bytes), mask: mask)
        let modules = (0..<code.size).flatMap { row in
            (0..<code.size).map { code[row, $0] ? UInt8(ascii: "1") : UInt8(ascii: "0") }
        }
        #expect(SHA256.digest(of: modules).hexadecimal == digest)
    }
}
