import Domain
import Persistence
import TestSupport
import Testing

/// Tests of the built-in HMAC and PBKDF2 with the vectors of the RFCs, and of secrets in memory.
struct PBKDF2Tests {
    @Test(arguments: [
        (
            [UInt8](repeating: 0x0b, count: 20), Array("Hi There".utf8),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](repeating: 0xaa, count: 20), [UInt8](repeating: 0xdd, count: 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        (
            Array(1...25), [UInt8](repeating: 0xcd, count: 50),
            "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
        ),
        (
            [UInt8](repeating: 0xaa, count: 131),
            Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        (
            [UInt8](repeating: 0xaa, count: 131),
            Array(
                "This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm."
                    .utf8
            ),
            "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
        ),
    ])
    func `RFC 4231 test vectors match`(key: [UInt8], message: [UInt8], code: String) {
        let made = key.withUnsafeBytes { HMACSHA256(key: $0).code(for: message) }
        #expect(made.hexadecimal == code)
    }

    /// The two vectors of RFC 7914 and, between them, one of RFC 6070 with SHA-256.
    ///
    /// The last one is slow.
    private static let vectors = [
        (
            "passwd", "salt", 1,
            "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783"
        ),
        ("password", "salt", 4_096, "c5e478d59288c841aa530db6845c4c8d962893a001ce4e11a4963873aa98134a"),
        (
            "Password", "NaCl", 80_000,
            "4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d"
        ),
    ]

    @Test(arguments: vectors.prefix(Thoroughness.count(2, change: 3, soak: 3)))
    func `RFC 7914 test vectors match`(password: String, salt: String, iterations: Int, key: String) {
        let password = SecretBytes(password)
        let salt = Array(salt.utf8)
        let own = PBKDF2.portableKey(from: password, salt: salt, iterations: iterations, count: key.count / 2)
        #expect(own.hexadecimal == key)
        #if canImport(CommonCrypto)
        #expect(PBKDF2.key(from: password, salt: salt, iterations: iterations, count: own.count) == own)
        #endif
    }

    @Test(arguments: [0, 1, 63, 64, 65, 511])
    func `C13 a secret stores the bytes of its text, and prints none of them`(count: Int) {
        let text = String(repeating: "x", count: count)
        let secret = SecretBytes(text)
        #expect(secret.withBytes { Array($0) } == Array(text.utf8))
        #expect(secret.withCString { $0.map { String(cString: $0) } } == text)
        var dumped = ""
        dump(secret, to: &dumped)
        #expect("\(secret) \(secret.debugDescription) \(dumped)" == "‹redacted› ‹redacted› - ‹redacted› #0\n")
    }

    @Test func `C13 erasing overwrites bytes with zeros`() {
        var bytes = Array("password1".utf8)
        bytes.withUnsafeMutableBytes { SecretBytes.erase($0) }
        #expect(bytes == [UInt8](repeating: 0, count: 9))
    }
}

/// Tests of the comparison in constant time.
struct ConstantTimeTests {
    @Test(arguments: [([], [], true), ([1], [1], true), ([1], [2], false), ([1], [], false), ([], [1], false)])
    func `equal bytes compare as equal, and others as different`(left: [UInt8], right: [UInt8], expected: Bool) {
        #expect(ConstantTime.areEqual(left, right) == expected)
    }

    @Test(.timeLimit(.minutes(5)))
    func `C11 a difference in the first byte takes as long to find as one in the last`() {
        let stored = [UInt8](repeating: 7, count: 73)
        var (first, last) = (stored, stored)
        first[0] = 8
        last[72] = 8
        // A busy machine can spoil a single comparison, but code that stops early spoils all of them by a factor.
        let isEven = (1...20).contains { _ in
            let samples = Timing.interleaved(
                rounds: Thoroughness.count(100, change: 1_000, soak: 1_000),
                { for _ in 0..<1_000 { precondition(!ConstantTime.areEqual(stored, first)) } },
                { for _ in 0..<1_000 { precondition(!ConstantTime.areEqual(stored, last)) } }
            )
            return abs(samples.ratioOfMedians - 1) < 0.02
        }
        #expect(isEven)
    }
}
